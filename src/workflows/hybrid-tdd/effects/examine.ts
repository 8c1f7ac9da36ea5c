import { both, type Finding, type Refusal } from '#contracts/gate.ts';
import { challenge } from '#gates/challenge/challenge.ts';
import { leftoversIn } from '#gates/leftovers.ts';
import { commitHook } from '#gates/proofs/commit-hook.ts';
import { preflight } from '#gates/proofs/preflight.ts';
import { checkTamper } from '#gates/tamper/check-tamper.ts';
import { gateSettings } from '../../gate-settings.ts';
import type { ReviewRequest } from '../../review/review-request.ts';
import { reviewedDiff } from '../../review/reviewed-diff.ts';
import { reviewerOf } from '../../review/reviewer-of.ts';
import type { HybridParts } from '../effects/parts.ts';
import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import type { MutatedWork } from '../ports.ts';

/**
 * The checks of a gated PR before main, for this work too: nothing that decides how it is measured changed, the
 * preflight and the repository's commit hook hold, and it behaves the same where nothing shows that it is a test. Mutants were tried before.
 */
export async function examine(
  parts: HybridParts,
  mutated: MutatedWork,
  { signal, say }: HybridContext,
): ReturnType<HybridEffects['examine']> {
  const { treeRunner, copies } = parts;
  const { job, merge } = mutated;
  const [base, { tree }] = [job.base.tree, merge.point];
  const settings = await gateSettings(treeRunner, base);
  const runners = await treeRunner.runners(base);
  const order = { base, accepted: base, tree, runners, preflight: settings.preflight, mayChange: settings.mayChange };
  const tampering = await checkTamper(treeRunner, { ...order, testsMayChange: 'all' });
  if (tampering.length > 0) return { type: 'found', findings: tampering.map((reason) => findingOf(reason, job.spec)) };

  say('runs the preflight, and challenges the change');
  const hooked = (await commitHook(treeRunner, { base, tree }, signal)).verdict;
  const checked =
    settings.preflight === null || settings.preflight === false
      ? null
      : both((await preflight(treeRunner, tree, settings.preflight, signal)).verdict, hooked);
  const held = checked ?? hooked;
  if (held.verdict === 'unmeasured') return unmeasured(held.reasons[0]);
  const failed = held.verdict === 'refused' ? held.reasons.map((reason) => findingOf(reason, job.spec)) : [];
  const left = leftoversIn(await treeRunner.diff(base, tree));
  const asked = await challenge(
    { treeRunner, base, tree, copies: ({ runner }, of) => copies(of, runner), limits: { mutants: 0 } },
    signal,
  );
  const findings = [...failed, ...left, ...asked.findings];
  if (findings.length > 0) return { type: 'found', findings };
  if (asked.verdict.verdict === 'unmeasured') return unmeasured(asked.verdict.reasons[0]);

  const request = await requestOf(parts, mutated, [
    ...asked.doubts,
    ...(checked === null ? ['this project has no preflight: nothing but its tests was run'] : []),
    ...survived(mutated),
  ]);
  const evidence = [...asked.verdict.evidence, ...held.evidence];
  const whole = { ...request, evidence };
  if (settings.reviewerCommand === null || !parts.reviewBy) return { type: 'ask', request: whole };
  const said = await parts.reviewBy(base, settings.reviewerCommand, whole, signal);
  if ('problem' in said) {
    const next = 'Correct the reviewer command in .assay/config.json, or remove it to have an agent review.';
    return unmeasured({ code: 'REVIEWER_FAILED', message: said.problem, next });
  }
  if (said.findings.length > 0) return { type: 'found', findings: said.findings };
  return { type: 'reviewed', by: reviewerOf({ ...whole, reviewer: "the project's own reviewer" }) };
}

const unmeasured = (reason: Refusal | undefined): Awaited<ReturnType<HybridEffects['examine']>> => ({
  type: 'unmeasured',
  reason: reason ?? { code: 'UNMEASURED', message: 'the change could not be challenged', next: 'Try again.' },
});

const findingOf = ({ message, next, file, line }: Refusal, { implPath }: MutatedWork['job']['spec']): Finding => ({
  ...{ file: file ?? implPath, line: line ?? null, severity: 'critical', message: `${message} ${next}` },
});

const survived = ({ mutation }: MutatedWork): string[] =>
  mutation.type === 'measured'
    ? mutation.survivors.map(
        ({ description, line }) => `a mistake in line ${line} that no test notices: ${description}`,
      )
    : [];

async function requestOf(
  { treeRunner, reviewers }: HybridParts,
  { job, merge, verification, tests }: MutatedWork,
  doubts: readonly string[],
): Promise<ReviewRequest> {
  const { spec } = job;
  const examples = spec.examples.map(({ input, output }) => `- ${input} → ${output}`);
  const body = [spec.description, ...(examples.length > 0 ? [`Examples:\n${examples.join('\n')}`] : [])].join('\n\n');
  const words = `${spec.module}\n${body}\n${spec.implPath}\n${spec.testPath}`;
  const { text: diff, files, unasked } = await reviewedDiff(treeRunner, job.base.tree, merge.point.tree, words);
  const red = verification.red.map(({ title }) => title);
  return {
    ...{ title: spec.module, description: tests.claim.strategy, diff, files },
    item: { title: spec.module, body },
    // No one has assigned tests to criteria: the reviewer names them.
    criteria: spec.criteria.map((text, at) => ({ number: at + 1, text, tests: red, word: null })),
    doubts: [...doubts, ...unasked.addressed.map((line) => `a line that speaks to its reviewer: ${line}`)],
    ...{ unmeasuredFiles: unasked.unmeasured, unexplainedFiles: unasked.unexplained, evidence: [], blindTests: [] },
    ...{ earlier: [], waived: [], advice: [], unjudged: [] },
    ...((await reviewers?.()) ?? { author: null, reviewer: null }),
  };
}
