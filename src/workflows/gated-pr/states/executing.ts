import { briefing } from '../briefing.ts';
import { type Call, failure, refusedCall, success } from '../call.ts';
import type { EffectOutcome } from '../effects.ts';
import type { Move, StateRule } from '../move.ts';
import { type GatedState, openStep } from '../state.ts';
import { blocked } from './blocked.ts';
import { measureStep } from './measure-step.ts';
import { markStep, notCounted, refuseStep, reopenStep, sameTree, stepAt } from './open-step.ts';

/** One step at a time: RED, GREEN, REFACTOR, and a checkpoint after each that leaves the tests green. */
export const executing: StateRule = {
  call: (state, call) => {
    if (call.tool === 'get_task') return task(state);
    if (call.tool !== 'submit_work') return null;
    if (call.input.blocker !== undefined) return blocked(state, call.input.blocker);
    if (state.checkpointDue) return checkCheckpoint(state);
    return measureStep(state, call.input);
  },
  outcome: (state, outcome, of) => {
    if (outcome.type === 'check-checkpoint') {
      const { result } = outcome;
      if (!result.ok)
        return { state, answer: failure(result.reasons.map(({ message }) => message).join('\n'), result.reasons) };
      const next = { ...state, checkpoint: result.point, acceptedTree: result.point.tree, checkpointDue: false };
      return {
        state: next,
        answer: success(`Checkpoint ${result.point.commit.slice(0, 12)} is verified. Call get_task.`),
      };
    }
    if (outcome.type === 'prove-rest') return afterAll(state, outcome);
    return outcome.type === 'measure' && of.tool === 'submit_work' ? judge(state, outcome, of) : null;
  },
};

function task(state: GatedState): Move {
  if (state.checkpointDue || openStep(state.pr)) return { state, answer: success(briefing(state)) };
  const next: GatedState = { ...state, status: 'CODE_REVIEW' };
  return { state: next, answer: success(briefing(next)) };
}

function checkCheckpoint(state: GatedState): Move {
  const { acceptedTree: tree, checkpoint, rest } = state;
  if (!tree || !checkpoint)
    return { state, answer: refusedCall('NO_CHECKPOINT', 'there is nothing to commit yet', 'Call get_task.') };
  if (rest) return { state, effect: { type: 'prove-rest', tree, rest } };
  return { state, effect: { type: 'check-checkpoint', tree, over: checkpoint.commit } };
}

/** The tests that the step left out were run: the commit is examined, or the step is open again. */
function afterAll(state: GatedState, { verdict, run, output }: Extract<EffectOutcome, { type: 'prove-rest' }>): Move {
  const uncounted = notCounted(state, verdict, output);
  if (uncounted) return uncounted;
  if (!state.rest) return checkCheckpoint(state);
  if (verdict.verdict === 'refused') return reopenStep(state, state.rest, verdict, output);
  return checkCheckpoint({ ...state, rest: null, acceptedRun: run ?? state.acceptedRun });
}

type Measured = Extract<Parameters<NonNullable<StateRule['outcome']>>[1], { type: 'measure' }>;
type Submit = Extract<Call, { tool: 'submit_work' }>;

function judge(state: GatedState, { tree, measured }: Measured, { input }: Submit): Move {
  const step = stepAt(state);
  if (!step) return { state, answer: refusedCall('NO_STEP', 'no step is open', 'Call get_task.') };
  const decision = input.analysis_decision;
  if (!measured) {
    if (step.type === 'RED' && state.pending?.tree === tree && decision) return decided(state, decision);
    if (state.pending?.tree === tree) return analysis(state, state.pending.output);
    return sameTree(state, tree);
  }
  const { verdict, output, lock, run, part } = measured;
  const uncounted = notCounted(state, verdict, output);
  if (uncounted) return uncounted;
  // A failing RED always goes to the agent first; its answer is a claim, and the proof that was made now decides.
  if (step.type === 'RED' && measured.failed) {
    return analysis({ ...state, pending: { tree, verdict, lock, output } }, output);
  }
  if (verdict.verdict === 'refused') return refuseStep(state, tree, verdict, output);
  return markStep(state, { tree, lock, run, evidence: verdict.evidence, output, part: part !== undefined });
}

function analysis(state: GatedState, output: string): Move {
  return { state, answer: { status: 'NEEDS_ANALYSIS', output, reasons: [], evidence: [], refused: false } };
}

function decided(state: GatedState, decision: 'SUCCESS' | 'FAILURE'): Move {
  const { pending } = state;
  if (!pending)
    return { state, answer: refusedCall('NOTHING_PENDING', 'no RED run waits for a decision', 'Submit the RED step.') };
  const { tree, verdict, lock, output } = pending;
  if (decision === 'FAILURE') {
    const reason = {
      code: 'RED_REJECTED',
      message: 'you found that the test does not fail for the reason it should',
      next: 'Correct the test and submit it again with expectation FAIL.',
    };
    const rejected = refuseStep(state, tree, { ...verdict, verdict: 'refused', reasons: [reason] }, output);
    // The agent's opinion of its test is not a verdict on the tree: if the proof was good, it may reconsider.
    return verdict.verdict === 'accepted'
      ? { ...rejected, state: { ...rejected.state, refused: state.refused } }
      : rejected;
  }
  if (verdict.verdict !== 'accepted') return refuseStep(state, tree, verdict, output);
  return markStep(state, { tree, lock, run: null, evidence: verdict.evidence, output });
}
