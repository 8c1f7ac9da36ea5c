import type { ShownRun } from '#contracts/http/run-shown.ts';
import type { RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { workerName } from '#engine/drive/driver-id.ts';
import { isDriven, type Runs, statusOf } from '#engine/runs.ts';

interface Seen {
  readonly runs: Pick<Runs, 'clock' | 'isGone'>;
  readonly drives: { has(run: RunId): boolean };
}

/** A run in a list: only a run with a live driver is called running. */
export function showRun({ runs, drives }: Seen, { lease, ...header }: ListedRun): ShownRun {
  const listed = { ...header, lease };
  const driver = lease !== null && isDriven(listed, runs) ? workerName(lease.worker) : null;
  return { ...header, shown: statusOf(listed, runs), driver, here: drives.has(header.run) };
}
