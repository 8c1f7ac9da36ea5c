import { briefing } from '../briefing.ts';
import { failure, success } from '../call.ts';
import type { StateRule } from '../move.ts';
import { NO_PR, openStep } from '../state.ts';

/** Picks the next PR, has it drafted, and takes the draft in. */
export const initializing: StateRule = {
  call: (state, call) => {
    if (call.tool === 'get_task') {
      // The log already holds a PR with open steps: go on there.
      if (openStep(state.pr)) {
        const next = { ...state, status: 'EXECUTING_TDD' as const };
        return { state: next, answer: success(briefing(next)) };
      }
      return { state: { ...state, ...NO_PR }, effect: { type: 'pick-pr' } };
    }
    if (call.tool === 'submit_work' && state.item) return { state, effect: { type: 'read-draft' } };
    return null;
  },
  outcome: (state, outcome) => {
    if (outcome.type === 'pick-pr') {
      if (outcome.problem) return { state, answer: failure(outcome.problem.message, [outcome.problem]) };
      const status = outcome.item ? ('INITIALIZING' as const) : ('PLAN_DONE' as const);
      const next = { ...state, status, item: outcome.item, place: outcome.place };
      return { state: next, answer: success(briefing(next)) };
    }
    if (outcome.type !== 'read-draft') return null;
    const { draft, problems } = outcome;
    if (!draft) return { state, answer: failure(problems.join('\n'), [unfit(problems)]) };
    if (draft.masterPlanPath !== state.plan) {
      const wrong = [`masterPlanPath: is ${JSON.stringify(state.plan)}`];
      return { state, answer: failure(wrong.join('\n'), [unfit(wrong)]) };
    }
    const next = { ...state, status: 'CREATING_BRANCH' as const, pr: draft };
    return { state: next, answer: success('The draft is taken in. Call get_task: the branch is made next.') };
  },
};

export const unfit = (problems: readonly string[]) => ({
  code: 'DRAFT_UNFIT',
  message: `.assay/ACTIVE_PR.json does not fit: ${problems.join('; ')}`,
  next: 'Correct these fields and call submit_work again; get_task shows the schema.',
});
