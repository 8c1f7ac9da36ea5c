import { AssayError } from '#contracts/errors.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { workerName } from '#engine/drive/driver-id.ts';
import { isDriven, type Runs } from '#engine/runs.ts';

/** An answer that another process is producing is shown there. */
export function refuseHeld(run: ListedRun, runs: Runs): void {
  if (!isDriven(run, runs)) return;
  const by = run.lease ? workerName(run.lease.worker) : 'another process';
  throw new AssayError('RUN_HELD', `the conversation ${run.run} is being answered by ${by}`, {
    next: 'Continue there, or wait until it has answered.',
  });
}
