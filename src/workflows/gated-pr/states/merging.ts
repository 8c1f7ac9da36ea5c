import { failure, success } from '../call.ts';
import type { StateRule } from '../move.ts';
import { type GatedState, NO_PR } from '../state.ts';

/** Merges, proves the result, and begins with the next PR. */
export const merging: StateRule = {
  call: (state, call) => {
    if (call.tool !== 'get_task') return null;
    if (state.status === 'PLAN_UPDATED') {
      const next = { ...state, status: 'MERGING_BRANCH' as const };
      return { state: next, answer: success('Ready to merge. Call get_task: it is merged and tested.') };
    }
    const { branch, pr, checkpoint } = state;
    if (!branch || !pr || !checkpoint) return null;
    return { state, effect: { type: 'merge', branch, title: pr.prTitle, point: checkpoint } };
  },
  outcome: (state, outcome) => {
    if (outcome.type !== 'merge') return null;
    const { result } = outcome;
    if (!result.ok) {
      const why = result.reasons.map(({ message, next }) => `${message}\n${next}`).join('\n');
      const next: GatedState = { ...state, status: 'HALTED', halted: { from: 'MERGING_BRANCH', kind: 'merge', why } };
      return { state: next, answer: failure(why, result.reasons, result.evidence) };
    }
    const done = state.final
      ? [{ title: state.pr?.prTitle ?? '', commit: state.final.commit, merge: result.merge }]
      : [];
    const next: GatedState = { ...state, ...NO_PR, finished: [...state.finished, ...done] };
    const said = [`Merged as ${result.merge}.`, ...result.notes, 'Call get_task for the next PR.'].join(' ');
    return { state: next, answer: success(said, result.evidence) };
  },
};
