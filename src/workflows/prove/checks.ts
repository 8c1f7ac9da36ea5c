import type { Finding, Refusal, Verdict } from '#contracts/gate.ts';
import type { Examined } from '#gates/examined.ts';
import type { CheckName, CheckResult, Waived } from './prove-report.ts';
import { type ProveWaiver, waive } from './waivers.ts';

/** The result of one check, before waivers. */
export type CheckAnswer =
  | { readonly type: 'proven'; readonly seen: string }
  | { readonly type: 'refused' | 'unmeasured'; readonly reasons: readonly Refusal[] };

/** Reasons that mean that tests, or what they depend on, were weakened: whichever proof finds them first. */
const TAMPERING =
  /^(TESTS?_(REMOVED|CHANGED|MUTED|SETUP_CHANGED|WEAKENED|CONFIG_CHANGED|SUPPORT_CHANGED|LINKED)|FEWER_TESTS|SNAPSHOT_CHANGED|CHECKS_CHANGED|CHECK_SILENCED|SCRIPTS_CHANGED|HOOKS_CHANGED|ASSAY_CONFIG_CHANGED|RUNNER_REPLACED|CODE_HIDDEN)$/;

export const isTampering = ({ code }: Refusal): boolean => TAMPERING.test(code);

export const proven = (seen: string): CheckAnswer => ({ type: 'proven', seen });

/** Not run, since an earlier check decides. */
export const notAsked = (after: CheckName): CheckAnswer => ({
  type: 'unmeasured',
  reasons: [
    {
      code: 'NOT_ASKED',
      message: `not measured: ${after} did not hold`,
      next: `Settle ${after}, then prove again.`,
    },
  ],
});

/** A proof's verdict as the result of a check; tampering is reported by its own check. */
export function verdictAnswer(
  verdict: Verdict,
  seen: string,
): { readonly answer: CheckAnswer; readonly tampering: Refusal[] } {
  if (verdict.verdict === 'accepted') return { answer: proven(seen), tampering: [] };
  if (verdict.verdict === 'unmeasured')
    return { answer: { type: 'unmeasured', reasons: verdict.reasons }, tampering: [] };
  const tampering = verdict.reasons.filter(isTampering);
  const own = verdict.reasons.filter((reason) => !isTampering(reason));
  return { answer: own.length > 0 ? { type: 'refused', reasons: own } : notAsked('tamper'), tampering };
}

/** Leftovers, mutants and the challenge are examined together; each finding's code says where it belongs. */
export function examinedAnswers(
  { findings, doubts, verdict, unmeasured }: Examined,
  mutants: readonly string[],
): Readonly<Record<'leftovers' | 'mutants' | 'challenge', CheckAnswer>> {
  const of = (own: (code: string) => boolean): Refusal[] =>
    findings.filter(({ code }) => own(code ?? '')).map(reasonOf);
  const stopped = unmeasured ?? (verdict.verdict === 'unmeasured' ? verdict.reasons[0] : undefined);
  const answer = (reasons: readonly Refusal[], seen: string): CheckAnswer => {
    if (reasons.length > 0) return { type: 'refused', reasons };
    return stopped ? { type: 'unmeasured', reasons: [stopped] } : proven(seen);
  };
  const left = of((code) => code === 'LEFTOVER');
  const ofMutants = (code: string): boolean => code === 'MUTANT_SURVIVED' || code === 'NOT_TESTED';
  return {
    leftovers: left.length > 0 ? { type: 'refused', reasons: left } : proven('none'),
    mutants: answer(of(ofMutants), mutants.join('; ') || 'no line that could be mutated'),
    challenge: answer(
      of((code) => code !== 'LEFTOVER' && !ofMutants(code)),
      // Nothing is claimed that is not proven for a language.
      doubts.some((doubt) => doubt.startsWith('LANGUAGE_UNPROVEN'))
        ? 'asked to fail; what counts by your word was not watched (LANGUAGE_UNPROVEN)'
        : 'watched, asked again elsewhere, asked to fail',
    ),
  };
}

const reasonOf = ({ message, file, line, code }: Finding): Refusal => ({
  code: code ?? 'CHALLENGE_FAILED',
  message,
  next: NEXT[code ?? ''] ?? 'Fix it as described.',
  ...(file === '' ? {} : { file }),
  ...(line === null ? {} : { line }),
});

const NEXT: Readonly<Record<string, string>> = {
  LEFTOVER: 'Remove it.',
  MUTANT_SURVIVED: 'Write a test that fails in that case.',
  NOT_TESTED: 'Test it, or remove it.',
  ASSERTION_FOLLOWS_CODE: 'State the expected value, or waive it with a reason.',
  ASSERTION_SAYS_LITTLE: 'State the expected value, or waive it with a reason.',
  ASSERTION_UNREACHED: 'Make every run of the test reach it, or waive it with a reason.',
  UNMEASURED: 'Make it measurable as described, or waive it with a reason.',
};

/** With a person's waivers. */
export function checkResult(
  check: CheckName,
  answer: CheckAnswer,
  required: boolean,
  waivers: readonly ProveWaiver[],
  waivedBefore: readonly Waived[] = [],
): CheckResult {
  const { left, waived } = waive(answer.type === 'proven' ? [] : answer.reasons, waivers);
  const all = [...waivedBefore, ...waived];
  if (answer.type !== 'proven' && left.length > 0)
    return { check, required, outcome: answer.type, reasons: left, waived: all };
  if (all.length > 0) return { check, required, outcome: 'waived', waived: all };
  return { check, required, outcome: 'proven', seen: answer.type === 'proven' ? answer.seen : '' };
}
