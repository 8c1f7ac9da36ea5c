import type { ListedRun } from '#contracts/run-header.ts';
import { Changes } from '#engine/changes.ts';
import { findRun } from '#engine/find-run.ts';
import { eventsOf, isDriven, type Runs } from '#engine/runs.ts';

/** Also when nothing was written: a driver may have died. */
const LOOK_MS = 500;
/** Without a driver: how long to wait for one that may be about to start. */
const IDLE_MS = 1_000;

type Tell = (events: Awaited<ReturnType<typeof eventsOf>>) => void;

/**
 * Reports new events of a run, whichever process drives it: until it has ended, or waits without a driver, or the
 * watcher leaves.
 */
export async function tailRun(runs: Runs, run: ListedRun['run'], signal: AbortSignal, tell: Tell): Promise<ListedRun> {
  let seen = 0;
  using changes = new Changes(runs, run);
  let idleSince: number | null = null;
  for (;;) {
    const events = await eventsOf(runs.store, run, seen);
    seen = events.at(-1)?.seq ?? seen;
    if (events.length > 0) tell(events);
    const header = await findRun(runs.store, run);
    const idle = !isDriven(header, runs);
    idleSince = idle ? (idleSince ?? runs.clock.monotonic()) : null;
    const over = header.status !== 'running' && header.status !== 'paused';
    const left = idleSince !== null && runs.clock.monotonic() - idleSince > IDLE_MS;
    if (signal.aborted || ((over || left) && header.head === seen)) return header;
    await changes.next(LOOK_MS, signal);
  }
}
