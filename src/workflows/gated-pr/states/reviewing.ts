import type { Finding } from '#contracts/gate.ts';
import { briefing } from '../briefing.ts';
import { failure, success } from '../call.ts';
import { unproven } from '../criteria.ts';
import type { PrTask } from '../draft.ts';
import { findingLine, isSameFinding, numbered, unwaived } from '../findings.ts';
import type { Advice, Move, StateRule } from '../move.ts';
import { type GatedState, MOST_ROUNDS, type Review } from '../state.ts';
import { askWord } from './asking-word.ts';

const FIRST: Review = {
  round: 0,
  until: MOST_ROUNDS,
  scope: 'whole',
  open: [],
  stuck: 0,
  waived: [],
  advice: [],
  by: null,
  evidence: [],
  doubts: [],
};
/** Rounds without any settled finding, after which a person is asked. */
const STUCK = 2;

const UNPROVEN = 'no test of this PR was red for it';

/** An independent reviewer, until it finds nothing. */
export const reviewing: StateRule = {
  call: (state, call) => {
    if (call.tool !== 'get_task' || !state.acceptedTree) return null;
    // Every criterion had its RED step in the draft; an edit that a person accepted may have removed one.
    const open = unproven(state);
    if (open.length > 0)
      return askWord(
        state,
        null,
        open.map(({ number }) => ({ criterion: number, why: UNPROVEN })),
      );
    return { state, effect: { type: 'review', review: state.review ?? FIRST, tree: state.acceptedTree } };
  },
  outcome: (state, outcome) => {
    const asked = (of: GatedState): Move | null =>
      of.acceptedTree && { state: of, effect: { type: 'review', review: of.review ?? FIRST, tree: of.acceptedTree } };
    if (outcome.type === 'blind')
      return { state, effect: { type: 'take-blind', place: outcome.place, claim: outcome.claim } };
    if (outcome.type === 'take-blind') return asked({ ...state, blind: outcome.blind });
    if (outcome.type !== 'review') return null;
    if (outcome.problem)
      return { state, answer: failure(outcome.problem.message, [outcome.problem], outcome.evidence) };
    const { evidence, doubts = [] } = outcome;
    const before = {
      ...(state.review ?? FIRST),
      ...(outcome.by === undefined ? {} : { by: outcome.by, evidence, doubts }),
    };
    const still = before.open.filter((_, at) => outcome.remaining?.includes(at + 1));
    const others = outcome.findings.filter((finding) => !still.some((each) => isSameFinding(each, finding)));
    const found = unwaived([...still, ...others], before.waived);
    if (found.length > 0) return findings(state, before, found);
    // The earlier findings are settled; now everything is reviewed again, since a fix can break something else.
    if (before.scope === 'findings') {
      const next: GatedState = { ...state, review: { ...before, scope: 'whole', open: [], stuck: 0 } };
      return {
        state: next,
        answer: success('The findings are settled. Call get_task: the whole is reviewed once more.'),
      };
    }
    const next: GatedState = {
      ...state,
      status: 'AWAITING_FINALIZATION',
      review: before,
      reviewedTree: state.acceptedTree,
    };
    return { state: next, answer: success(briefing(next), outcome.evidence) };
  },
};

function findings(state: GatedState, before: Review, open: readonly Finding[]): Move {
  const stuck =
    before.open.length > 0 && before.open.every((was) => open.some((is) => isSameFinding(was, is)))
      ? before.stuck + 1
      : 0;
  const review: Review = { ...before, round: before.round + 1, scope: 'findings', open: [...open], stuck };
  if (stuck >= STUCK || review.round >= review.until) {
    const what = stuck >= STUCK ? 'finds the same' : 'still finds something';
    const why = `the review ${what} after ${review.round} rounds:\n${numbered(open)}`;
    const next: GatedState = {
      ...state,
      status: 'HALTED',
      review,
      halted: { from: 'CODE_REVIEW', kind: 'review', why },
    };
    return { state: next, answer: failure(why, open.map(reasonOf)) };
  }
  const next = withFixSteps({ ...state, counter: 0 }, review);
  return { state: next, answer: success(briefing(next)) };
}

/**
 * A person's answer to a review that goes in circles. What they waive is settled; the rest goes back to the agent, with
 * their advice, which the reviewer gets as well.
 */
export function guidedReview(state: GatedState, { text, waive, by }: Advice): GatedState {
  const before = state.review ?? FIRST;
  const isOverruled = (_: Finding, at: number): boolean => waive.includes(at + 1);
  const overruled = before.open.filter(isOverruled);
  const review: Review = {
    ...before,
    open: before.open.filter((finding, at) => !isOverruled(finding, at)),
    stuck: 0,
    until: before.round + MOST_ROUNDS,
    waived: [...before.waived, ...overruled.map((finding) => ({ finding, by, why: text }))],
    advice: [...before.advice, text],
  };
  if (review.open.length > 0) return withFixSteps(state, review);
  return { ...state, status: 'CODE_REVIEW', review: { ...review, scope: 'whole' } };
}

/** A task for each finding that is open. */
function withFixSteps(state: GatedState, review: Review): GatedState {
  if (!state.pr) throw new Error('no PR is open');
  const tasks = [...state.pr.tasks, ...review.open.map((finding) => taskOf(finding, review.round))];
  return { ...state, status: 'EXECUTING_TDD', pr: { ...state.pr, tasks }, review };
}

const reasonOf = (finding: Finding) => ({
  code: 'REVIEW_FINDING',
  message: findingLine(finding),
  next: 'A person answers: `assay guide RUN "advice"`; with `--waive N` finding N is overruled.',
});

/** A fix leaves what tests check unchanged and adds what is missing, so it is one step that must pass. */
const taskOf = (finding: Finding, round: number): PrTask => ({
  taskName: `Review ${round}: ${findingLine(finding)}`,
  status: 'TODO',
  tdd_steps: [
    { type: 'GREEN', description: `Settle this ${finding.severity} finding: ${findingLine(finding)}`, status: 'TODO' },
  ],
});
