import type { Finding } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { ReviewRequest } from '../../review/review-request.ts';
import { reviewerOf } from '../../review/reviewer-of.ts';
import type { BlindFailure } from '../blind/blind-effects.ts';
import { type Criterion, checklist } from '../criteria.ts';
import type { PrEffect } from '../effects.ts';
import { unwaived } from '../findings.ts';
import type { PrContext, PrEffects } from '../pr-effects.ts';
import type { GatedState } from '../state.ts';
import type { PrEffectsParts } from './pr-effects-parts.ts';

type Review = Extract<PrEffect, { type: 'review' }>;

/** Everything measurable is measured first; only then is a reviewer asked. */
export async function review(
  { gates, blind }: PrEffectsParts,
  { review: round, tree }: Review,
  state: GatedState,
  { signal, say, run }: PrContext,
): ReturnType<PrEffects['perform']> {
  if (!state.base || !state.pr) throw new Error('a PR is reviewed on its branch');
  const base = state.base.tree;
  // First, since what it takes is an agent's time: it works from the plan and knows nothing that is measured here.
  const asking = blind && !state.blind ? await blind.ask(state, run) : null;
  if (asking && 'request' in asking) return { type: 'ask-blind', request: asking.request };
  say('challenges the change: mutants of the changed lines, fresh inputs');
  const { findings: all, doubts, verdict, unmeasured } = await gates.examine(base, tree, signal);
  if (verdict.verdict === 'unmeasured') {
    return { type: 'review', findings: [], evidence: verdict.evidence, ...problemOf(verdict.reasons[0]) };
  }
  const findings = unwaived([...all, ...(await goneTests(gates, base, tree, state))], round.waived);
  if (findings.length === 0 && unmeasured) {
    return { type: 'review', findings: [], evidence: verdict.evidence, problem: unmeasured };
  }
  if (findings.length > 0) return { type: 'review', findings: [...findings], evidence: verdict.evidence };
  const { text: diff, unread, unasked, files } = await gates.diffText(base, tree, saidOf(state));
  const large = unwaived(unread.map(tooLarge), round.waived);
  if (large.length > 0) return { type: 'review', findings: large, evidence: verdict.evidence };
  const judged = blind && state.blind ? await blind.judge(state.blind, state, signal) : null;
  const unseen = judged?.failed ?? [];
  const silent = asking?.notAsked ?? judged?.silent ?? null;
  if (silent !== null) say(`no test that the author has not seen: ${silent}`);
  const { reviewerCommand } = await gates.settings(base);
  if (unseen.length > 0 && reviewerCommand !== null) {
    // No agent can tell whether the test or the change is wrong: only a person can waive it.
    const told = unwaived(
      unseen.map((each) => unseenFailure(each, files)),
      round.waived,
    );
    if (told.length > 0) return { type: 'review', findings: told, evidence: verdict.evidence };
  }
  const description = `${state.pr.summary}\n\nVerification: ${state.pr.verificationPlan}`;
  const addressed = unasked.addressed.map((line) => `a line that speaks to its reviewer: ${line}`);
  const request = {
    ...{ title: state.pr.prTitle, description, diff, files, advice: round.advice },
    ...{ unmeasuredFiles: unasked.unmeasured, unexplainedFiles: unasked.unexplained, unjudged: [] },
    evidence: [...verdict.evidence, ...(judged?.evidence ?? [])],
    doubts: [...doubts, ...addressed, ...sharedTests(state), ...unseen.map(doubtOf), ...notBlind(silent)],
    blindTests: [...unseen],
    ...(await gates.reviewers()),
    item: state.item && { title: state.item.title, body: state.item.body },
    criteria: checklist(state).map(proofOf),
    waived: round.waived.map(({ finding: { file, message } }) => `${file}: ${message}`),
  };
  const earlier = round.scope === 'findings' ? round.open.map(({ file, message }) => `${file}: ${message}`) : [];
  if (reviewerCommand === null) {
    return { type: 'ask-reviewer', request: { ...request, earlier } };
  }
  const said = await gates.reviewBy(base, reviewerCommand, { ...request, earlier, reviewer: COMMAND }, signal);
  if ('problem' in said) {
    const next = 'Correct the reviewer command in .assay/config.json, or remove it to have an agent review.';
    return {
      type: 'review',
      findings: [],
      evidence: verdict.evidence,
      problem: { code: 'REVIEWER_FAILED', message: said.problem, next },
    };
  }
  const by = reviewerOf({ ...request, reviewer: COMMAND });
  return {
    type: 'review',
    findings: [...said.findings],
    evidence: verdict.evidence,
    doubts: request.doubts,
    by,
  };
}

/** For the author, in words: what must happen, never how it is tested. */
const unseenFailure = ({ behaviour }: BlindFailure, files: readonly string[]): Finding => ({
  ...{ file: files[0] ?? '', line: null, severity: 'major' },
  message: `a test that you have not seen fails: ${behaviour}`,
});

const doubtOf = ({ behaviour }: BlindFailure): string =>
  `a test that the author has not seen fails: ${behaviour} (is that asked for? then it is a fault; else say what in the plan speaks against it)`;

/** The planned tests by a blind author did not run: the person who decides has to know that. */
const notBlind = (why: string | null): string[] =>
  why === null
    ? []
    : [
        `nothing was tried by tests that its author has not seen: ${why} (what of the plan do the author's tests leave out?)`,
      ];

const COMMAND = "the project's own reviewer";

/** All text about a change from before it existed, and its draft. */
const saidOf = ({ item, pr, proven }: GatedState): string =>
  [
    item?.title,
    item?.body,
    JSON.stringify({ summary: pr?.summary, verification: pr?.verificationPlan, tasks: pr?.tasks }),
    ...proven.flatMap(({ lock }) => lock.tests.map(({ id }) => id)),
  ].join('\n');

/** One test can be red for several criteria; only a reviewer can tell whether it checks each of them. */
const sharedTests = ({ proven }: GatedState): string[] =>
  proven
    .filter(({ criteria, lock }) => criteria.length > lock.tests.length)
    .map(
      ({ criteria, lock }) =>
        `criteria ${criteria.join(', ')} rest on ${lock.tests.map(({ id }) => id).join('; ')} alone`,
    );

/** A criterion is proven by existing tests, not by former ones. */
async function goneTests(
  gates: PrEffectsParts['gates'],
  base: TreeHash,
  tree: TreeHash,
  { proven }: GatedState,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { lock, criteria } of proven) {
    const { tests } = await gates.written(base, lock);
    for (const { id, file } of await gates.lost(base, tree, tests, 'at-all')) {
      const of = criteria.length === 0 ? '' : ` for criterion ${criteria.join(', ')}`;
      found.push({ file, line: null, severity: 'major', message: `${id} was red${of} and is gone: put it back` });
    }
  }
  return found;
}

const proofOf = ({ number, text, proof }: Criterion): ReviewRequest['criteria'][number] => ({
  ...{ number, text, tests: proof.type === 'tests' ? [...proof.tests] : [] },
  word: proof.type === 'word' ? `${proof.by} lets it go without a test: ${proof.why}` : null,
});

const tooLarge = (file: string): Finding => ({
  ...{ file, line: null, severity: 'major' },
  message:
    'too much to review: the change is larger than a reviewer can read; make it smaller, or leave out what is made by tools',
});

const problemOf = <T>(problem: T | undefined): { problem: T } | Record<never, never> => (problem ? { problem } : {});
