import type { Clock } from '#contracts/clock.ts';
import { type RunId, Seq, type WorkerId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { type ListedRun, type ShownStatus, shownStatus } from '#contracts/run-header.ts';
import type { SlotsView } from '#contracts/scheduling.ts';
import type { RunStore } from '#contracts/store.ts';
import type { LocalBlobs } from '#host/blob-store.ts';
import type { Home } from '#host/home.ts';
import type { MachineQueue } from './scheduler/machine/machine-queue.ts';

/** Where spans of runs are sent while they happen. */
export interface RunTelemetry {
  /** Receives what became durable; returns at once. */
  saw(run: RunId, events: readonly RunEvent[]): void;
  /** Resolves when every span that has ended was sent, or could not be. */
  close(): Promise<void>;
}

/** A person's runs, and this process as a possible driver of them. */
export interface Runs {
  readonly home: Home;
  readonly store: RunStore;
  readonly blobs: LocalBlobs;
  readonly clock: Clock;
  readonly worker: WorkerId;
  readonly isGone: (worker: WorkerId) => boolean;
  /** Where spans of the runs are sent; undefined where no `OTEL_*` variable is set. */
  readonly telemetry?: RunTelemetry | undefined;
  /** The slots of this machine, shared by the agents of all processes. Opened on first use. */
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

/** Whether a process works on it now. */
export const isDriven = (run: ListedRun, { clock, isGone: gone }: Pick<Runs, 'clock' | 'isGone'>): boolean =>
  run.lease !== null && run.lease.expiresAt > clock.now() && !gone(run.lease.worker);

/** The events of a run after the given one. */
export async function eventsOf(store: RunStore, run: RunId, after = 0): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of store.read(run, Seq.parse(after + 1))) events.push(event);
  return events;
}
