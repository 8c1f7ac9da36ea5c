import type { ActivePr } from './draft.ts';
import { type GatedState, openStep } from './state.ts';

export const STATE_VERSION = 1;

/** `.assay/ORCHESTRATION_STATE.json`: for people and scripts to read. The log is authoritative. */
export const orchestrationView = (state: GatedState) => ({
  version: STATE_VERSION,
  status: state.status,
  debug_attempt_counter: state.counter,
  last_commit_hash: state.checkpoint?.commit ?? null,
  current_pr_branch: state.branch,
  last_error: state.lastError
    ? [...state.lastError.reasons.map(({ message }) => message), state.lastError.output].join('\n')
    : null,
});

/** `.assay/ACTIVE_PR.json`, with the current state of the open step. */
export function activePrView(state: GatedState): ActivePr | null {
  const at = openStep(state.pr);
  if (!state.pr || !at) return state.pr;
  const shown = state.status === 'DEBUGGING' ? 'ERROR' : 'IN_PROGRESS';
  if (state.status === 'CREATING_BRANCH') return state.pr;
  const tasks = state.pr.tasks.map((task, t) =>
    t === at.task
      ? {
          ...task,
          status: shown,
          tdd_steps: task.tdd_steps.map((step, s) => (s === at.step ? { ...step, status: shown } : step)),
        }
      : task,
  ) satisfies ActivePr['tasks'];
  return { ...state.pr, tasks };
}
