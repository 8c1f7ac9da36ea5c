import type { MailId, RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { Changes } from '../changes.ts';
import { findRun } from '../find-run.ts';
import { isDriven, type Runs } from '../runs.ts';

/** How long to wait for a live driver. */
const PATIENCE_MS = 10_000;
/** Also when nothing was written: the driver may have died. */
const LOOK_MS = 500;

export interface Delivered {
  readonly after: ListedRun;
  /** True: it is in the log. False: the driver has not taken it yet, or ended before it did. */
  readonly heard: boolean;
}

export interface DriverWait {
  /** Drives the run here where no process does. With it, the wait ends only when the letter was taken. */
  readonly takeOver?: (run: RunId) => Promise<void>;
}

/**
 * A letter leaves the store in the same transaction as its events. If its driver left meanwhile, it waits for the next.
 */
export async function waitForDriver(
  runs: Runs,
  run: RunId,
  letter: MailId,
  { takeOver }: DriverWait = {},
): Promise<Delivered> {
  using changes = new Changes(runs, run);
  const begun = runs.clock.monotonic();
  for (;;) {
    await takeOver?.(run);
    const before = await findRun(runs.store, run);
    const heard = !(await runs.store.mail(run)).some(({ id }) => id === letter);
    if (heard) return { after: await findRun(runs.store, run), heard };
    const isLate = runs.clock.monotonic() - begun > PATIENCE_MS;
    const isLeft = isLate || !isDriven(before, runs) || !['running', 'paused'].includes(before.status);
    if (isLeft && takeOver === undefined) return { after: before, heard };
    await changes.next(LOOK_MS);
  }
}
