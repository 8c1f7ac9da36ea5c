import { briefing } from '../briefing.ts';
import { failure, success } from '../call.ts';
import type { StateRule } from '../move.ts';
import { blocked } from './blocked.ts';

/** One commit over main, with the reviewed tree in it. */
export const finalizing: StateRule = {
  call: (state, call) => {
    if (call.tool === 'get_task') return { state, answer: success(briefing(state)) };
    if (call.tool !== 'submit_work') return null;
    if (call.input.blocker !== undefined) return blocked(state, call.input.blocker);
    if (!state.pr || !state.reviewedTree) return null;
    return { state, effect: { type: 'check-final', title: state.pr.prTitle, tree: state.reviewedTree } };
  },
  outcome: (state, outcome) => {
    if (outcome.type !== 'check-final') return null;
    const { result } = outcome;
    if (!result.ok)
      return { state, answer: failure(result.reasons.map(({ message }) => message).join('\n'), result.reasons) };
    const next = { ...state, status: 'FINALIZE_COMPLETE' as const, final: result.point };
    return { state: next, answer: success(`${result.point.commit} is the whole PR. Call get_task.`) };
  },
};
