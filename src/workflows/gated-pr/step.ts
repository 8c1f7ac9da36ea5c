import { type Answer, type Call, refusedCall } from './call.ts';
import type { EffectOutcome } from './effects.ts';
import { legalCalls } from './legal-calls.ts';
import type { Advice, Move, StateRule } from './move.ts';
import type { GatedState, Status } from './state.ts';
import { onDraftAnswer } from './states/asking-draft.ts';
import { onWaiverAnswer } from './states/asking-word.ts';
import { branching } from './states/branching.ts';
import { debugging } from './states/debugging.ts';
import { executing } from './states/executing.ts';
import { finalizing } from './states/finalizing.ts';
import { halted } from './states/halted.ts';
import { initializing } from './states/initializing.ts';
import { merging } from './states/merging.ts';
import { planning } from './states/plan-updating.ts';
import { replanning } from './states/replanning.ts';
import { guidedReview, reviewing } from './states/reviewing.ts';

export type PrInput =
  | { readonly type: 'call'; readonly call: Call }
  | { readonly type: 'outcome'; readonly outcome: EffectOutcome; readonly of: Call }
  /** A person's answer to a halt. */
  | ({ readonly type: 'guidance' } & Advice);

/** The table: which function decides in which state. */
const RULES: Readonly<Record<Status, StateRule>> = {
  INITIALIZING: initializing,
  CREATING_BRANCH: branching,
  EXECUTING_TDD: executing,
  DEBUGGING: debugging,
  REPLANNING: replanning,
  CODE_REVIEW: reviewing,
  AWAITING_FINALIZATION: finalizing,
  FINALIZE_COMPLETE: planning,
  PLAN_UPDATED: merging,
  MERGING_BRANCH: merging,
  HALTED: halted,
  PLAN_DONE: initializing,
};

/** One step of the workflow. Pure: the same state and input, the same move. */
export function stepPr(state: GatedState, input: PrInput): Move {
  const rule = RULES[state.status];
  if (input.type === 'guidance') return guided(state, input);
  if (input.type === 'call' && input.call.tool === 'accept_state') return acceptState(state, input.call.pr);
  if (input.type === 'call') return rule.call(state, input.call) ?? { state, answer: illegal(state, input.call) };
  const move = rule.outcome?.(state, input.outcome, input.of);
  if (move) return move;
  throw new Error(`${state.status} did not ask for ${input.outcome.type}`);
}

/** A person's decision about the views: their edit is accepted, or the log's content is written again. */
function acceptState(state: GatedState, pr: GatedState['pr']): Move {
  if (pr && !state.pr) {
    const next = 'Until a draft is accepted the file belongs to the agent: it calls submit_work.';
    return { state, answer: refusedCall('CALL_NOT_LEGAL', 'no PR is open yet, so there is no edit to keep', next) };
  }
  // With other steps open, earlier refusals no longer apply.
  const next = pr ? { ...state, pr, refused: [] } : state;
  const output = pr ? 'the edit is accepted' : 'the views are written again';
  return { state: next, answer: { status: 'SUCCESS', output, reasons: [], evidence: [], refused: false } };
}

const afterAdvice: Partial<
  Record<NonNullable<GatedState['halted']>['kind'], (free: GatedState, advice: Advice) => GatedState>
> = { review: guidedReview, word: onWaiverAnswer, draft: onDraftAnswer };

/** A person's advice: the work continues where it stopped, the counter starts over. */
function guided(state: GatedState, advice: Advice): Move {
  if (!state.halted) {
    const answer = refusedCall('NOT_HALTED', 'the run is not halted', 'Advice is accepted when it asks for help.');
    return { state, answer };
  }
  const { from, kind } = state.halted;
  const free: GatedState = {
    ...state,
    status: from,
    halted: null,
    guidance: advice.text,
    counter: 0,
    refused: [],
  };
  // The reviewed tree has not changed, so looking at it again would find the same.
  const next = afterAdvice[kind]?.(free, advice) ?? free;
  return {
    state: next,
    answer: { status: 'SUCCESS', output: `continues in ${next.status}`, reasons: [], evidence: [], refused: false },
  };
}

function illegal(state: GatedState, call: Call): Answer {
  const legal = legalCalls(state);
  const message = `${call.tool} is not open in ${state.status}`;
  return refusedCall('CALL_NOT_LEGAL', message, `Legal now: ${legal.join(', ')}.`);
}
