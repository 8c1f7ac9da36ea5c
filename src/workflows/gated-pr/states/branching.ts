import { briefing } from '../briefing.ts';
import { failure, success } from '../call.ts';
import type { StateRule } from '../move.ts';

export const branching: StateRule = {
  call: (state, call) =>
    call.tool === 'get_task' && state.pr ? { state, effect: { type: 'create-branch', title: state.pr.prTitle } } : null,
  outcome: (state, outcome) => {
    if (outcome.type !== 'create-branch') return null;
    const { result } = outcome;
    if (!result.ok)
      return { state, answer: failure(result.reasons.map(({ message }) => message).join('\n'), result.reasons) };
    const { branch, base } = result;
    const next = {
      ...state,
      status: 'EXECUTING_TDD' as const,
      branch,
      base,
      checkpoint: base,
      acceptedTree: base.tree,
    };
    return { state: next, answer: success(briefing(next)) };
  },
};
