import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { LeaseToken } from '#contracts/store.ts';
import { driverId } from '../drive/driver-id.ts';
import { stateOf } from '../drive/runs.ts';
import { LEASE_MS } from '../drive/types.ts';
import type { GraphShape } from '../graph/shape.ts';
import { overNext } from '../over-next.ts';
import type { Runs } from '../runs.ts';
import type { RunState } from '../step/state.ts';
import { type StepInput, step } from '../step/step.ts';

export interface Request {
  readonly input: StepInput;
  /** Needed where the request leads to nodes: for answers, but not for pausing and cancelling. */
  readonly shape?: GraphShape;
}

type RequestFor = (state: RunState) => Request | Promise<Request>;

/**
 * Applies a request to a run that no process drives, as its driver would: takes the lease, records it, releases the
 * lease. False when a process drives the run; then the request must be sent to it.
 */
export async function applyToIdle(runs: Runs, run: RunId, requestFor: RequestFor): Promise<boolean> {
  const { store, worker, isGone } = runs;
  const answer = await store.lease(run, driverId(worker), LEASE_MS, { isGone });
  if (!answer.ok) return false;
  try {
    await applyHolding(runs, answer.token, requestFor);
    return true;
  } finally {
    await store.release(answer.token);
  }
}

/** The same under a lease that the caller holds, and keeps. */
export async function applyHolding(
  { store, clock }: Pick<Runs, 'store' | 'clock'>,
  lease: LeaseToken,
  requestFor: RequestFor,
): Promise<void> {
  const { run } = lease;
  const state = await stateOf({ store }, run);
  if (state.status === 'ended')
    throw new AssayError('RUN_OVER', `run ${run} has ended already`, { next: overNext(run) });
  const at = Math.max(clock.now(), state.at);
  const { input, shape = NO_SHAPE } = await requestFor(state);
  const { events, state: after } = step(shape, state, input, at);
  if (events.length === 0) return;
  // Requests to a run that is over now will never be looked at.
  const consume = after.status === 'ended' ? (await store.mail(run)).map(({ id }) => id) : [];
  await store.append(lease, state.seq, events, at, { consume });
}

const NO_SHAPE: GraphShape = { name: '', version: 0, start: '', nodes: {}, observers: {}, schemas: {} };
