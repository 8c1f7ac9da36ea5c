import { briefing } from '../briefing.ts';
import { success } from '../call.ts';
import { type ActivePr, replanProblems } from '../draft.ts';
import type { Move, StateRule } from '../move.ts';
import { type GatedState, openStep } from '../state.ts';
import { blocked } from './blocked.ts';
import { unfitDraft } from './initializing.ts';

/** A task that kept failing is cut into smaller ones. */
export const replanning: StateRule = {
  call: (state, call) => {
    if (call.tool === 'get_task') return { state, answer: success(briefing(state)) };
    if (call.tool !== 'submit_work') return null;
    if (call.input.blocker !== undefined) return blocked(state, call.input.blocker);
    return { state, effect: { type: 'read-draft' } };
  },
  outcome: (state, outcome) => {
    if (outcome.type !== 'read-draft') return null;
    const { draft, problems } = outcome;
    if (!draft || !state.replan) return unfitDraft(state, problems);
    const broken = [
      ...(draft.prTitle === state.pr?.prTitle ? [] : [`prTitle: stays ${JSON.stringify(state.pr?.prTitle)}`]),
      ...replanProblems(draft, state.replan.failed),
    ];
    return broken.length > 0 ? unfitDraft(state, broken) : take(state, draft);
  },
};

/** The new tasks stand where the failed one stood. */
function take(state: GatedState, draft: ActivePr): Move {
  const at = openStep(state.pr);
  if (!state.pr || !at) throw new Error('no task is open');
  const tasks = [...state.pr.tasks.slice(0, at.task), ...draft.tasks, ...state.pr.tasks.slice(at.task + 1)];
  const next: GatedState = {
    ...state,
    status: 'EXECUTING_TDD',
    pr: { ...state.pr, tasks },
    replan: null,
    // Those after it were not cut smaller; of a task that was cut twice, the rest of the first cut are.
    replannedTo: Math.max(at.task + 1, state.replannedTo) + draft.tasks.length - 1,
    counter: 0,
    unfitDrafts: 0,
    lastError: null,
    lock: null,
    checkpointDue: false,
  };
  return { state: next, answer: success('The new plan is taken in. Call get_task.') };
}
