import type { Clock } from '#contracts/clock.ts';
import { type RunId, Seq, type WorkerId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { type ListedRun, type ShownStatus, shownStatus } from '#contracts/run-header.ts';
import type { SlotsView } from '#contracts/scheduling.ts';
import type { RunStore } from '#contracts/store.ts';
import type { LocalBlobs } from '#host/blob-store.ts';
import type { Home } from '#host/home.ts';
import type { MachineQueue } from './scheduler/machine/machine-queue.ts';

/** Where spans of runs go while they happen. */
export interface RunTelemetry {
  /** Told of what became durable; returns at once. */
  saw(run: RunId, events: readonly RunEvent[]): void;
  /** All that has ended is sent, or could not be. */
  close(): Promise<void>;
}

/** A person's runs, and this process as one that may work on them. */
export interface Runs {
  readonly home: Home;
  readonly store: RunStore;
  readonly blobs: LocalBlobs;
  readonly clock: Clock;
  readonly worker: WorkerId;
  readonly isGone: (worker: WorkerId) => boolean;
  /** Where spans of the runs go; undefined where no `OTEL_*` variable names a place. */
  readonly telemetry?: RunTelemetry | undefined;
  /** The slots of this machine, in which agents of all processes work. Opened when it is first asked for. */
  queue(): MachineQueue;
  /** Who works and who waits there now, for screens. */
  slots(): SlotsView;
  close(): Promise<void>;
}

/** The status as of now. A driver that is known to be dead drives nothing, however long its lease still lasts. */
export function statusOf(run: ListedRun, { clock, isGone: gone }: Pick<Runs, 'clock' | 'isGone'>): ShownStatus {
  const held = run.status === 'running' && run.lease !== null && !gone(run.lease.worker);
  return shownStatus(held ? run : { ...run, lease: null }, clock.now());
}

/** Whether somebody works on it right now. */
export const isDriven = (run: ListedRun, { clock, isGone: gone }: Pick<Runs, 'clock' | 'isGone'>): boolean =>
  run.lease !== null && run.lease.expiresAt > clock.now() && !gone(run.lease.worker);

/** The events of a run after the given one. */
export async function eventsOf(store: RunStore, run: RunId, after = 0): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of store.read(run, Seq.parse(after + 1))) events.push(event);
  return events;
}
