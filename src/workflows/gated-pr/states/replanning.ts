import { briefing } from '../briefing.ts';
import { success } from '../call.ts';
import { criteriaProblems, wordsNeeded } from '../criteria.ts';
import { type ActivePr, replanProblems } from '../draft.ts';
import type { Move, StateRule } from '../move.ts';
import { type GatedState, openStep } from '../state.ts';
import { blocked } from './blocked.ts';
import { unfitDraft } from './initializing.ts';

/** A task that kept failing is split into smaller ones. */
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
      ...criteriaProblems({ tasks: withTasks(state, draft).tasks, untested: draft.untested }, state),
      ...wordsNeeded(draft, state).map(
        ({ criterion }) => `untested: criterion ${criterion} had a test before this plan, and keeps it`,
      ),
    ];
    return broken.length > 0 ? unfitDraft(state, broken) : take(state, draft);
  },
};

/** The new tasks take the place of the failed one. */
function withTasks({ pr }: GatedState, draft: ActivePr) {
  const at = openStep(pr);
  if (!pr || !at) throw new Error('no task is open');
  return { at, pr, tasks: [...pr.tasks.slice(0, at.task), ...draft.tasks, ...pr.tasks.slice(at.task + 1)] };
}

function take(state: GatedState, draft: ActivePr): Move {
  const { at, pr, tasks } = withTasks(state, draft);
  const more = draft.tasks.length - 1;
  const original = state.replan?.original ?? null;
  const next: GatedState = {
    ...state,
    status: 'EXECUTING_TDD',
    pr: { ...pr, tasks },
    replan: null,
    // The tests of the failed task wait for the one that verifies; those of earlier splits move along.
    originals: [
      ...state.originals
        .filter(({ task }) => task !== at.task)
        .map((each) => (each.task > at.task ? { ...each, task: each.task + more } : each)),
      ...(original ? [{ ...original, task: at.task + more }] : []),
    ],
    // Those after it were not split; of a task that was split twice, the rest of the first split are.
    replannedTo: Math.max(at.task + 1, state.replannedTo) + more,
    counter: 0,
    unfitDrafts: 0,
    lastError: null,
    lock: null,
    checkpointDue: false,
    rest: null,
  };
  return { state: next, answer: success('The new plan is accepted. Call get_task.') };
}
