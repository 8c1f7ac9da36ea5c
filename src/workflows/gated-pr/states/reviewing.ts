import type { Finding } from '#contracts/gate.ts';
import { briefing } from '../briefing.ts';
import { failure, success } from '../call.ts';
import type { PrTask } from '../draft.ts';
import type { Move, StateRule } from '../move.ts';
import type { GatedState, Review } from '../state.ts';

const FIRST: Review = { round: 0, scope: 'whole', open: [], stuck: 0 };
/** Rounds without any finding gone, after which a person is asked. */
const STUCK = 2;

/** A fresh pair of eyes, until it finds nothing. */
export const reviewing: StateRule = {
  call: (state, call) => {
    if (call.tool !== 'get_task' || !state.acceptedTree) return null;
    return { state, effect: { type: 'review', review: state.review ?? FIRST, tree: state.acceptedTree } };
  },
  outcome: (state, outcome) => {
    if (outcome.type !== 'review') return null;
    if (outcome.problem)
      return { state, answer: failure(outcome.problem.message, [outcome.problem], outcome.evidence) };
    const before = state.review ?? FIRST;
    if (outcome.findings.length > 0) return findings(state, before, outcome.findings);
    // Those that were found are gone; now the whole is looked at again, since a fix can break something else.
    if (before.scope === 'findings') {
      const next: GatedState = { ...state, review: { ...before, scope: 'whole', open: [], stuck: 0 } };
      return {
        state: next,
        answer: success('The findings are settled. Call get_task: the whole is reviewed once more.'),
      };
    }
    const next: GatedState = { ...state, status: 'AWAITING_FINALIZATION', reviewedTree: state.acceptedTree };
    return { state: next, answer: success(briefing(next), outcome.evidence) };
  },
};

function findings(state: GatedState, before: Review, open: readonly Finding[]): Move {
  const stuck =
    before.open.length > 0 && before.open.every((was) => open.some((is) => same(was, is))) ? before.stuck + 1 : 0;
  const review: Review = { round: before.round + 1, scope: 'findings', open: [...open], stuck };
  if (stuck >= STUCK) {
    const why = `the review finds the same after ${review.round} rounds:\n${open.map(lineOf).join('\n')}`;
    const next: GatedState = {
      ...state,
      status: 'HALTED',
      review,
      halted: { from: 'CODE_REVIEW', kind: 'review', why },
    };
    return { state: next, answer: failure(why, open.map(reasonOf)) };
  }
  if (!state.pr) throw new Error('no PR is open');
  const pr = { ...state.pr, tasks: [...state.pr.tasks, ...open.map((finding) => taskOf(finding, review.round))] };
  const next: GatedState = { ...state, status: 'EXECUTING_TDD', pr, review, counter: 0 };
  return { state: next, answer: success(briefing(next)) };
}

const same = (a: Finding, b: Finding): boolean => a.file === b.file && a.message === b.message;
const lineOf = ({ file, line, message }: Finding): string => `${file}${line === null ? '' : `:${line}`}: ${message}`;

const reasonOf = (finding: Finding) => ({
  code: 'REVIEW_FINDING',
  message: lineOf(finding),
  next: 'Settle it, or say in the summary why it is none.',
});

/** A fix leaves every test as it is and adds what is missing, so it is one step that must pass. */
const taskOf = (finding: Finding, round: number): PrTask => ({
  taskName: `Review ${round}: ${lineOf(finding)}`,
  status: 'TODO',
  tdd_steps: [
    { type: 'GREEN', description: `Settle this ${finding.severity} finding: ${lineOf(finding)}`, status: 'TODO' },
  ],
});
