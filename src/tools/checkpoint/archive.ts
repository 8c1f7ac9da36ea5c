import { AssayError } from '#contracts/errors.ts';
import type { RunId, WorkerId } from '#contracts/ids.ts';
import type { LeaseToken } from '#contracts/store.ts';
import { driverId, processOf } from '#engine/drive/driver-id.ts';
import { stateOf } from '#engine/drive/runs.ts';
import { LEASE_MS } from '#engine/drive/types.ts';
import type { GraphShape } from '#engine/graph/shape.ts';
import { applyHolding } from '#engine/steering/idle-run.ts';
import type { CheckpointStore } from './read-run.ts';

export type Keeper = CheckpointStore & { readonly worker: WorkerId };

/** Prevents others from driving a run while another replaces it; RUN_HELD if a process does. */
export async function holdRun({ store, worker, isGone }: Keeper, run: RunId): Promise<LeaseToken> {
  const answer = await store.lease(run, driverId(worker), LEASE_MS, isGone ? { isGone } : {});
  if (answer.ok) return answer.token;
  throw new AssayError('RUN_HELD', `run ${run} of this job is driven already (${processOf(answer.holder.worker)})`, {
    next: `\`assay runs watch ${run}\` shows it; wait for it, or end it with \`assay runs cancel ${run}\`.`,
  });
}

/** Ends a run that will not be continued, and says why. Nothing is deleted: it stays listed with its work. */
export async function archiveRun(
  { store, clock }: Keeper,
  lease: LeaseToken,
  shape: GraphShape,
  why: string,
): Promise<void> {
  try {
    if ((await stateOf({ store }, lease.run)).status === 'ended') return;
    await applyHolding({ store, clock }, lease, () => ({ input: { type: 'cancel', why }, shape }));
  } finally {
    await store.release(lease);
  }
}
