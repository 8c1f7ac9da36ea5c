import { briefing } from '../briefing.ts';
import { failure, success } from '../call.ts';
import type { StateRule } from '../move.ts';
import { blocked } from './blocked.ts';

/** The master plan says that this PR is done, and by which commit. */
export const planning: StateRule = {
  call: (state, call) => {
    if (call.tool === 'get_task') return { state, answer: success(briefing(state)) };
    if (call.tool !== 'submit_work') return null;
    if (call.input.blocker !== undefined) return blocked(state, call.input.blocker);
    if (!state.item || !state.final) return null;
    return { state, effect: { type: 'check-plan', title: state.item.title, commit: state.final.commit } };
  },
  outcome: (state, outcome) => {
    if (outcome.type !== 'check-plan') return null;
    const { result } = outcome;
    if (!result.ok)
      return { state, answer: failure(result.reasons.map(({ message }) => message).join('\n'), result.reasons) };
    const next = { ...state, status: 'PLAN_UPDATED' as const, checkpoint: result.point };
    return {
      state: next,
      answer: success('The plan is up to date and committed. Call get_task: the branch is merged next.'),
    };
  },
};
