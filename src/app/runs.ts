import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '#contracts/clock.ts';
import { type RunId, Seq, type WorkerId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { type ListedRun, type ShownStatus, shownStatus } from '#contracts/run-header.ts';
import type { SlotsView } from '#contracts/scheduling.ts';
import type { RunStore } from '#contracts/store.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { MachineQueue } from '#engine/scheduler/machine/machine-queue.ts';
import { AGENTS } from '#engine/scheduler/machine/machine-scheduler.ts';
import { MachineSlots } from '#engine/scheduler/machine/machine-slots.ts';
import { slotsView } from '#engine/scheduler/machine/slots-view.ts';
import { fileBlobs, type LocalBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { type Home, openHome } from '#host/home.ts';
import { limitsOf, readScheduling } from './scheduling.ts';
import { type LiveExport, liveExport } from './telemetry/live-export.ts';
import { otelSettings } from './telemetry/otel-settings.ts';
import { isGone, thisWorker } from './worker.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A person's runs, and this process as one that may work on them. */
export interface Runs {
  readonly home: Home;
  readonly store: RunStore;
  readonly blobs: LocalBlobs;
  readonly clock: Clock;
  readonly worker: WorkerId;
  readonly isGone: (worker: WorkerId) => boolean;
  /** Where spans of the runs go; undefined where no `OTEL_*` variable names a place. */
  readonly telemetry?: LiveExport | undefined;
  /** The slots of this machine, in which agents of all processes work. Opened when it is first asked for. */
  queue(): MachineQueue;
  /** Who works and who waits there now, for screens. */
  slots(): SlotsView;
  close(): Promise<void>;
}

export async function openRuns(env: Env): Promise<Runs> {
  const home = await openHome(env);
  const store = new SqliteStore({ file: home.database });
  const worker = thisWorker();
  const slotLimits = limitsOf(await readScheduling(home));
  let queue: MachineQueue | undefined;
  const file = join(dirname(home.database), 'slots.db');
  const open = (): MachineQueue =>
    new MachineQueue(new MachineSlots({ file, clock: systemClock, worker, isGone, limits: slotLimits }));
  const settings = otelSettings(env);
  const telemetry =
    settings === null
      ? undefined
      : liveExport({ settings, store, home, clock: systemClock, warn: (line) => console.error(line) });
  return {
    home,
    store,
    telemetry,
    blobs: fileBlobs(home.blobs),
    clock: systemClock,
    worker,
    isGone,
    queue: () => (queue ??= open()),
    slots() {
      const nobody = { slots: [], waits: [], caps: [] };
      if (queue === undefined && existsSync(file)) queue = open();
      return slotsView(queue?.status() ?? nobody, slotLimits(AGENTS).total, systemClock.now());
    },
    async close() {
      await telemetry?.close();
      queue?.close();
      await store.close();
    },
  };
}

/** Opens the runs, works, and closes them whatever happens. */
export async function withRuns<T>(env: Env, work: (runs: Runs) => Promise<T>): Promise<T> {
  const runs = await openRuns(env);
  try {
    return await work(runs);
  } finally {
    await runs.close();
  }
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
