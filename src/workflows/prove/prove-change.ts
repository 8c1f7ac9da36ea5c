import { type EvidenceRef, type Refusal, unmeasured, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { compareInventories } from '#gates/inventory/compare.ts';
import { inventoryOf } from '#gates/inventory/test-inventory.ts';
import { testsAlone } from '#gates/inventory/tests-alone.ts';
import { isCode } from '#gates/is-code.ts';
import { treeRun } from '#gates/ledger/tree-run.ts';
import { writtenNameOf } from '#gates/proofs/is-run-of.ts';
import { checkTamper } from '#gates/tamper/check-tamper.ts';
import { protectionOf } from '#gates/tamper/protected-paths.ts';
import type { ProjectRunner, TreeRunner } from '#gates/tree-runner.ts';
import type { Gatekeeper } from '../gated-pr/effects/gatekeeper.ts';
import { type CheckAnswer, checkResult, examinedAnswers, notAsked, proven, verdictAnswer } from './checks.ts';
import {
  CHECKS,
  type CheckName,
  type CheckResult,
  type ProveReport,
  proveOutcomeOf,
  type Waived,
} from './prove-report.ts';
import { type ProveWaiver, waive } from './waivers.ts';

export interface ProveOrder {
  readonly treeRunner: TreeRunner;
  /** The very gates of a gated PR. */
  readonly gates: Pick<Gatekeeper, 'settings' | 'prove' | 'examine'>;
  readonly base: TreeHash;
  readonly head: TreeHash;
  readonly waivers: readonly ProveWaiver[];
  /** False: tests only, no mutants and no challenge; nothing is reported about those then. */
  readonly examine?: boolean;
  say(line: string): void;
}

export interface ProvedChange extends Pick<ProveReport, 'outcome' | 'checks' | 'tests' | 'doubts' | 'evidence'> {
  /** Of all tests on the head, by name. */
  readonly run: EvidenceRef | null;
}

const NOTHING: ProvedChange = {
  outcome: 'nothing-to-prove',
  checks: [],
  tests: { added: [], changed: [], proving: [] },
  doubts: [],
  evidence: [],
  run: null,
};

/**
 * A finished change, from anyone: its tests alone on the base are the RED step of a gated PR, the whole is its GREEN,
 * and then it is examined. Nothing is known about its author, and there is no review here.
 */
export async function proveChange(order: ProveOrder, signal: AbortSignal): Promise<ProvedChange> {
  const { treeRunner, gates, base, head, waivers, say, examine = true } = order;
  const paths = await changedPaths(treeRunner, base, head);
  if (paths.every((path) => !countsAsCode(path))) return NOTHING;
  const runners = await treeRunner.runners(base);
  const tests = await testsAlone(treeRunner, { base, head, paths, runners });
  const settings = await gates.settings(base);
  const allowed = await allowedByWord(order, tests, runners, settings);
  const mayChange = [...settings.mayChange, ...allowed.files.map(literal)];
  const common = { base, testCommand: null, acceptedRun: null, preflight: settings.preflight, mayChange };

  say('red: the tests of the change on the code of the base');
  const red = await gates.prove('RED', { ...common, accepted: base, tree: tests, lock: null }, signal);
  const proving = red.lock?.tests.map(({ id }) => id) ?? [];
  const redAnswer = verdictAnswer(red.verdict, `${proving.length} red on the base`);
  say('green: all tests on the head');
  const green = await gates.prove('GREEN', { ...common, accepted: tests, tree: head, lock: red.lock }, signal);
  // The preflight is the last part of a GREEN: a verdict on it means that the tests passed.
  const held = green.verdict.gate === 'preflight';
  const greenAnswer = held
    ? { answer: proven('all tests pass'), tampering: [] }
    : verdictAnswer(await unlessBaseBroken(order, runners, green.verdict, signal), 'all tests pass');
  // Checked separately too: a proof that could not be made does not show that nothing was changed.
  const tampering = [...allowed.left, ...redAnswer.tampering, ...greenAnswer.tampering];

  const answers: Record<CheckName, CheckAnswer> = {
    tamper:
      tampering.length > 0
        ? { type: 'refused', reasons: unique(tampering) }
        : proven('tests, configuration and scripts are unchanged'),
    red: redAnswer.answer,
    green: greenAnswer.answer,
    preflight: held
      ? verdictAnswer(green.verdict, settings.preflight || 'none').answer
      : green.verdict.verdict === 'accepted'
        ? proven(settings.preflight || 'the project has none')
        : notAsked('green'),
    ...{ leftovers: notAsked('green'), mutants: notAsked('green'), challenge: notAsked('green') },
  };
  const evidence: EvidenceRef[] = [...red.verdict.evidence, ...green.verdict.evidence];
  let doubts: readonly string[] = [];
  if (examine && answers.tamper.type === 'proven' && answers.green.type === 'proven') {
    say('mutants and challenge');
    const examined = await gates.examine(base, head, signal);
    const mutants = examined.verdict.evidence
      .filter(({ kind, summary }) => kind === 'mutants' && /^\d+ (mutants|functions) /.test(summary))
      .map(({ summary }) => summary);
    Object.assign(answers, examinedAnswers(examined, mutants));
    evidence.push(...examined.verdict.evidence);
    doubts = examined.doubts;
  }
  const asked = (Object.keys(CHECKS) as CheckName[]).filter((check) => examine || !EXAMINED.has(check));
  const checks = asked.map(
    (check): CheckResult =>
      checkResult(
        check,
        answers[check],
        check !== 'preflight' || settings.preflight !== null,
        waivers,
        check === 'tamper' ? allowed.waived : [],
      ),
  );
  const isGreen = answers.green.type === 'proven';
  return {
    outcome: proveOutcomeOf(checks),
    checks,
    tests: { ...(await writtenTests(treeRunner, runners, base, head)), proving: isGreen ? proving : [] },
    doubts: [...doubts],
    evidence,
    run: green.run,
  };
}

const EXAMINED: ReadonlySet<CheckName> = new Set(['leftovers', 'mutants', 'challenge']);

/** Where the tests of the base do not load either, nothing is known of the change: usually packages are missing. */
async function unlessBaseBroken(
  { treeRunner, base }: ProveOrder,
  runners: readonly ProjectRunner[],
  verdict: Verdict,
  signal: AbortSignal,
): Promise<Verdict> {
  if (verdict.verdict !== 'refused' || verdict.reasons.some(({ code }) => code !== 'TESTS_BROKEN')) return verdict;
  const { broken } = await treeRun(treeRunner, base, runners, signal);
  if (broken.length === 0) return verdict;
  const message = `tests do not load on the base either (${broken.slice(0, 3).join(', ')}): ${verdict.reasons[0]?.message ?? ''}`;
  const next = 'Install the project’s dependencies in this checkout, then prove again.';
  return unmeasured(verdict.gate, { code: 'BASE_BROKEN', message, next }, verdict.evidence);
}

async function changedPaths(treeRunner: TreeRunner, base: TreeHash, head: TreeHash): Promise<string[]> {
  const { files } = await treeRunner.diff(base, head);
  return files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [path, oldPath]));
}

/** Files that a program reads, or that decide how one is measured; prose, pictures and the like are neither. */
const countsAsCode = (path: string): boolean => isCode(path) || protectionOf(path) !== null || DATA.test(path);

const DATA =
  /\.(json[c5]?|ya?ml|toml|ini|cfg|conf|lock|snap|xml|csv|tsv|env|properties|proto|graphql)$|(^|\/)go\.(mod|sum)$/i;

/** Protected files whose change a person waives: the change is then measured with them as they are now. */
async function allowedByWord(
  { treeRunner, base, head, waivers }: ProveOrder,
  tests: TreeHash,
  runners: readonly ProjectRunner[],
  { preflight, mayChange }: { readonly preflight: string | false | null; readonly mayChange: readonly string[] },
): Promise<{ readonly files: string[]; readonly waived: Waived[]; readonly left: Refusal[] }> {
  const common = { base, runners, preflight, mayChange };
  const seen = [
    ...(await checkTamper(treeRunner, { ...common, accepted: base, tree: tests, testsMayChange: 'all' })),
    ...(await checkTamper(treeRunner, { ...common, accepted: tests, tree: head, testsMayChange: 'none' })),
  ];
  const { left, waived } = waive(unique(seen), waivers);
  const kept = new Set(left.map(({ file }) => file));
  const files = waived.flatMap(({ reason: { file } }) => (file === undefined || kept.has(file) ? [] : [file]));
  return { files: [...new Set(files)], waived, left };
}

/** A path as a pattern that matches nothing else. */
const literal = (path: string): string => path.replaceAll(/[*?[{!\\]/g, (sign) => `[${sign}]`);

const unique = <T extends { code: string; message: string }>(reasons: readonly T[]): T[] => [
  ...new Map(reasons.map((reason) => [`${reason.code} ${reason.message}`, reason])).values(),
];

async function writtenTests(
  treeRunner: TreeRunner,
  runners: readonly ProjectRunner[],
  base: TreeHash,
  head: TreeHash,
): Promise<Pick<ProveReport['tests'], 'added' | 'changed'>> {
  const { added, changed } = compareInventories(
    await inventoryOf(treeRunner, base, runners),
    await inventoryOf(treeRunner, head, runners),
  );
  return { added: added.map(writtenNameOf), changed: changed.map(({ after }) => writtenNameOf(after)) };
}
