import { refusedCall, type Submission } from '../call.ts';
import type { Move } from '../move.ts';
import { proofKind } from '../proof-kind.ts';
import type { GatedState } from '../state.ts';
import { stepAt } from './open-step.ts';

/** Requests the open step's proof, unless the call contradicts the step. */
export function measureStep(state: GatedState, submission: Submission): Move {
  const step = stepAt(state);
  if (!step || !state.acceptedTree) {
    return { state, answer: refusedCall('NO_STEP', 'no step is open', 'Call get_task.') };
  }
  const wanted = step.type === 'RED' ? 'FAIL' : 'PASS';
  if ((submission.expectation ?? wanted) !== wanted) {
    const message = `the open step is ${step.type}: its tests are expected to ${wanted}`;
    return { state, answer: refusedCall('EXPECTATION_UNFIT', message, `Submit it with expectation ${wanted}.`) };
  }
  if (submission.analysis_decision && !state.pending) {
    const next = 'Submit the RED step first; the decision follows NEEDS_ANALYSIS.';
    return { state, answer: refusedCall('NOTHING_PENDING', 'no RED run waits for a decision', next) };
  }
  return {
    state,
    effect: {
      type: 'measure',
      proof: proofKind(state, step),
      submission,
      accepted: state.acceptedTree,
      lock: state.lock,
      acceptedRun: state.acceptedRun,
      original: step.type === 'RED' ? (state.originals.find(({ task }) => task === step.at.task)?.tests ?? []) : [],
      // All tests run whatever command is named, so another command does not change the measurement.
      known: [...state.refused, ...(state.pending ? [state.pending] : [])].map(({ tree }) => tree),
    },
  };
}
