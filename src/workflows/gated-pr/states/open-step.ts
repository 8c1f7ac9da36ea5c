import type { EvidenceRef, Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { COMMAND_GATE } from '#gates/proofs/proof-inputs.ts';
import type { TestLock } from '#gates/test-lock.ts';
import { failure, success } from '../call.ts';
import { criteriaOf, stepCriteria } from '../criteria.ts';
import type { ActivePr, TddStep } from '../draft.ts';
import type { Move } from '../move.ts';
import { proofKind } from '../proof-kind.ts';
import { type GatedState, type OpenStep, openStep, type Rest } from '../state.ts';

export function stepAt(state: GatedState): (TddStep & { readonly at: OpenStep }) | null {
  const at = openStep(state.pr);
  const step = at && state.pr?.tasks[at.task]?.tdd_steps[at.step];
  return step && at ? { ...step, at } : null;
}

interface Proven {
  readonly tree: TreeHash;
  readonly lock: TestLock | null;
  readonly run: EvidenceRef | null;
  readonly evidence: readonly EvidenceRef[];
  readonly output: string;
  /** Only the tests that the change reaches were run. */
  readonly part?: boolean;
}

/** The open step's proof holds: it is done, and earlier failures are forgotten. */
export function markStep(state: GatedState, { tree, lock, run, evidence, output, part = false }: Proven): Move {
  const step = stepAt(state);
  if (!step || !state.pr) throw new Error('no step is open');
  const red = step.type === 'RED';
  const pr = withStep(state.pr, step.at, 'DONE');
  const checkpointDue = !red && tree !== state.checkpoint?.tree;
  const next: GatedState = {
    ...state,
    status: 'EXECUTING_TDD',
    pr,
    acceptedTree: tree,
    acceptedRun: run ?? state.acceptedRun,
    lock: red ? together(state.lock, lock) : null,
    proven:
      red && lock
        ? [...state.proven, { task: step.at.task, criteria: [...stepCriteria(step, criteriaOf(state))], lock }]
        : state.proven,
    // One edit may settle two findings, or a finding may be none: then there is nothing to commit.
    checkpointDue,
    rest: part && checkpointDue ? restOf(state, step) : null,
    counter: 0,
    lastError: null,
    refused: [],
    pending: null,
    // Advice about a review applies to all its findings.
    guidance: state.review && openStep(pr) ? state.guidance : null,
  };
  return { state: next, answer: success(`${output}\n\n${step.type} is done. Call get_task.`, evidence) };
}

function restOf(state: GatedState, step: TddStep & { readonly at: OpenStep }): Rest | null {
  const { acceptedTree, acceptedRun, lock } = state;
  if (!acceptedTree) throw new Error('a step is compared with an accepted tree');
  return { proof: proofKind(state, step), ...step.at, accepted: acceptedTree, acceptedRun, lock };
}

/** All tests disagree with those that the step was accepted on: it is open again. */
export function reopenStep(state: GatedState, rest: Rest, verdict: Verdict, output: string): Move {
  if (!state.pr || !state.acceptedTree) throw new Error('no step was accepted');
  const { accepted: acceptedTree, acceptedRun, lock } = rest;
  const open: GatedState = {
    ...state,
    pr: withStep(state.pr, rest, 'TODO'),
    ...{ acceptedTree, acceptedRun, lock, checkpointDue: false, rest: null },
  };
  return refuseStep(
    open,
    state.acceptedTree,
    verdict,
    `${output}\n\nThe step is open again: it was accepted on the tests that its change reaches, and others fail.`,
  );
}

/** Nothing is known about the work, or the call itself was wrong: the agent is told, and it does not count as a failed attempt. */
export function notCounted(state: GatedState, verdict: Verdict, output: string): Move | null {
  if (verdict.verdict === 'accepted') return null;
  if (verdict.verdict === 'refused' && !OF_THE_CALL.has(verdict.gate)) return null;
  const answer = failure(output, verdict.reasons, verdict.evidence);
  return { state, answer: { ...answer, refused: verdict.verdict === 'refused' } };
}

/** These refuse before anything is measured, for an invalid command or checkout: the tree may be fine. */
const OF_THE_CALL: ReadonlySet<string> = new Set([COMMAND_GATE, 'checkout']);

/** A measured failure: it counts, and is recorded. */
export function refuseStep(state: GatedState, tree: TreeHash, verdict: Verdict, output: string): Move {
  const reasons = verdict.verdict === 'accepted' ? [] : verdict.reasons;
  const error = { output, reasons };
  const next: GatedState = {
    ...state,
    status: 'DEBUGGING',
    counter: state.counter + 1,
    lastError: error,
    refused: [...state.refused.filter((each) => each.tree !== tree), { tree, error }],
    pending: null,
  };
  return { state: next, answer: failure(output, reasons, verdict.evidence) };
}

/** A refused tree is not measured again in the hope of a flaky pass. */
export function sameTree(state: GatedState, tree: TreeHash): Move {
  const reason = {
    code: 'NOTHING_CHANGED',
    message: 'no file changed since this was refused; the stored verdict still applies and nothing was run again',
    next: 'Change what the reasons name, then submit again. This call was not counted.',
  };
  const { output = '', reasons = [] } = state.refused.find((each) => each.tree === tree)?.error ?? {};
  return { state, answer: { ...failure(output, [reason, ...reasons]), refused: true } };
}

const together = (before: TestLock | null, now: TestLock | null): TestLock | null => {
  if (!before || !now) return now ?? before;
  const known = new Set(now.tests.map(({ id }) => id));
  return { tree: now.tree, tests: [...before.tests.filter(({ id }) => !known.has(id)), ...now.tests] };
};

function withStep(pr: ActivePr, at: OpenStep, status: 'DONE' | 'TODO'): ActivePr {
  const tasks = pr.tasks.map((task, t) => {
    if (t !== at.task) return task;
    const tdd_steps = task.tdd_steps.map((step, s) => (s === at.step ? { ...step, status } : step));
    const done = tdd_steps.every((step) => step.status === 'DONE');
    return { ...task, tdd_steps, status: done ? ('DONE' as const) : ('IN_PROGRESS' as const) };
  });
  return { ...pr, tasks };
}
