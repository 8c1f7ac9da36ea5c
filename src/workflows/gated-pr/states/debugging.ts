import { briefing } from '../briefing.ts';
import { refusedCall, success } from '../call.ts';
import { failuresUntilHelp, mayEscalate, mayReduceScope } from '../legal-calls.ts';
import type { Move, StateRule } from '../move.ts';
import { type GatedState, type Original, openStep } from '../state.ts';
import { blocked } from './blocked.ts';
import { measureStep } from './measure-step.ts';
import { markStep, notCounted, refuseStep, sameTree } from './open-step.ts';

/** The last proof failed. The only exits are the open step's own proof, less scope, or help. */
export const debugging: StateRule = {
  call: (state, call) => {
    switch (call.tool) {
      case 'get_task':
        return { state, answer: success(briefing(state)) };
      case 'submit_work':
        if (call.input.blocker !== undefined) return blocked(state, call.input.blocker);
        return measureStep(state, call.input);
      case 'request_scope_reduction':
        return reduce(state);
      case 'escalate_for_external_help':
        return escalate(state, call.input.markdown_report);
      case 'accept_state':
        return null;
    }
  },
  outcome: (state, outcome, of) => {
    if (outcome.type === 'reset') return replan({ ...state, place: outcome.place }, outcome.original);
    if (outcome.type !== 'measure' || of.tool !== 'submit_work') return null;
    const { tree, measured } = outcome;
    if (!measured) return sameTree(state, tree);
    const { verdict, output, lock, run, part } = measured;
    const uncounted = notCounted(state, verdict, output);
    if (uncounted) return uncounted;
    if (verdict.verdict === 'refused') return refuseStep(state, tree, verdict, output);
    return markStep(state, { tree, lock, run, evidence: verdict.evidence, output, part: part !== undefined });
  },
};

function reduce(state: GatedState): Move {
  const { counter, thresholds, checkpoint } = state;
  if (!mayReduceScope(state) || !checkpoint) {
    const left = thresholds.scopeReduction - counter;
    const next = `Find the cause and submit; it opens after ${left} more measured failure${left === 1 ? '' : 's'}.`;
    return {
      state,
      answer: refusedCall(
        'LOCKED',
        `less scope can be asked for after ${thresholds.scopeReduction} measured failures; there are ${counter}`,
        next,
      ),
    };
  }
  return { state, effect: { type: 'reset', to: checkpoint, lock: state.lock } };
}

function replan(state: GatedState, lost: Omit<Original, 'task'> | null): Move {
  const at = openStep(state.pr);
  const failed = at && state.pr?.tasks[at.task];
  if (!failed) throw new Error('no task is open');
  const next: GatedState = {
    ...state,
    status: 'REPLANNING',
    replan: {
      failed,
      error: state.lastError,
      original: together(
        state.originals.find(({ task }) => task === at.task),
        lost,
      ),
    },
    // The reset removed the red tests of this task; they count again once they are red again.
    proven: state.proven.filter(({ task }) => task !== at.task),
    lock: null,
    refused: [],
    acceptedTree: state.checkpoint?.tree ?? state.acceptedTree,
  };
  return { state: next, answer: success(briefing(next)) };
}

/** A task that verifies may fail in turn: its locked tests stay, together with its own. */
function together(
  before: Omit<Original, 'task'> | undefined,
  lost: Omit<Original, 'task'> | null,
): Omit<Original, 'task'> | null {
  if (!before || !lost) return before ? { tests: before.tests, files: before.files } : lost;
  const own = new Set(lost.tests.map(({ id }) => id));
  const paths = new Set(lost.files.map(({ path }) => path));
  return {
    tests: [...before.tests.filter(({ id }) => !own.has(id)), ...lost.tests],
    files: [...before.files.filter(({ path }) => !paths.has(path)), ...lost.files],
  };
}

function escalate(state: GatedState, report: string): Move {
  if (!mayEscalate(state)) {
    const message = `help can be asked for after ${failuresUntilHelp(state)} measured failures; there are ${state.counter}`;
    return {
      state,
      answer: refusedCall('LOCKED', message, 'Continue: get_task says what to try after this many failures.'),
    };
  }
  return {
    state: { ...state, status: 'HALTED', halted: { from: 'DEBUGGING', kind: 'escalated', why: report } },
    answer: success('The report is with a person. The run is halted until they answer.'),
  };
}
