import type { ToolName } from './call.ts';
import { type GatedState, isReplanned } from './state.ts';

/** Which tools a state answers; any other call is refused with this list. */
export function legalCalls(state: GatedState): ToolName[] {
  switch (state.status) {
    case 'CREATING_BRANCH':
    case 'CODE_REVIEW':
    case 'PLAN_UPDATED':
    case 'MERGING_BRANCH':
    case 'HALTED':
    case 'PLAN_DONE':
      return ['get_task'];
    case 'INITIALIZING':
      // A draft is of a PR that get_task has picked.
      return state.item === null ? ['get_task'] : ['get_task', 'submit_work'];
    case 'EXECUTING_TDD':
    case 'REPLANNING':
    case 'AWAITING_FINALIZATION':
    case 'FINALIZE_COMPLETE':
      return ['get_task', 'submit_work'];
    case 'DEBUGGING':
      return [
        'get_task',
        'submit_work',
        ...(mayReduceScope(state) ? (['request_scope_reduction'] as const) : []),
        ...(mayEscalate(state) ? (['escalate_for_external_help'] as const) : []),
      ];
  }
}

export const mayReduceScope = ({ counter, thresholds }: GatedState): boolean => counter >= thresholds.scopeReduction;

export const mayEscalate = (state: GatedState): boolean => state.counter >= failuresUntilHelp(state);

/** Fewer on a task that was split already. */
export const failuresUntilHelp = (state: GatedState): number =>
  isReplanned(state) ? state.thresholds.escalationReplanned : state.thresholds.escalation;
