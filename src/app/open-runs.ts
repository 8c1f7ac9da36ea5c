import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import type { Runs } from '#engine/runs.ts';
import { MachineQueue } from '#engine/scheduler/machine/machine-queue.ts';
import { AGENTS } from '#engine/scheduler/machine/machine-scheduler.ts';
import { MachineSlots } from '#engine/scheduler/machine/machine-slots.ts';
import { slotsView } from '#engine/scheduler/machine/slots-view.ts';
import { isGone, thisWorker } from '#engine/worker.ts';
import { fileBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { openHome } from '#host/home.ts';
import { limitsOf, readScheduling } from './scheduling.ts';
import { liveExport } from './telemetry/live-export.ts';
import { otelSettings } from './telemetry/otel-settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

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

/** Opens the runs, works, and always closes them. */
export async function withRuns<T>(env: Env, work: (runs: Runs) => Promise<T>): Promise<T> {
  const runs = await openRuns(env);
  try {
    return await work(runs);
  } finally {
    await runs.close();
  }
}
