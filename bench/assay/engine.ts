import { join } from 'node:path';
import { WorkerId } from '../../src/contracts/ids.ts';
import type { Scheduler } from '../../src/contracts/scheduling.ts';
import type { DriverDeps } from '../../src/engine/drive/types.ts';
import { inProcessExecutor } from '../../src/engine/executors/in-process.ts';
import type { Graph } from '../../src/engine/graph/graph.ts';
import { type GraphRegistry, graphRegistry } from '../../src/engine/graph/registry.ts';
import { SqliteStore } from '../../src/engine/log/sqlite-store.ts';
import { FairScheduler } from '../../src/engine/scheduler/scheduler.ts';
import { fileBlobs } from '../../src/host/blob-store.ts';
import { systemClock } from '../../src/host/clock.ts';

export interface BenchEngine {
  readonly deps: DriverDeps;
  readonly store: SqliteStore;
  readonly graphs: GraphRegistry;
}

/** The engine as the command line runs it: same store, executor and scheduler. */
export function benchEngine(
  dir: string,
  graphs: readonly unknown[],
  options: { sync?: 'FULL' | 'NORMAL'; scheduler?: Scheduler } = {},
): BenchEngine {
  const store = new SqliteStore({ file: join(dir, 'runs.db'), synchronous: options.sync ?? 'FULL' });
  const registry = graphRegistry(graphs.map((graph) => graph as Graph));
  const deps: DriverDeps = {
    store,
    blobs: fileBlobs(join(dir, 'blobs')),
    executor: inProcessExecutor({ graphs: registry, clock: systemClock }),
    scheduler: options.scheduler ?? new FairScheduler({ clock: systemClock }),
    clock: systemClock,
    worker: WorkerId.parse(`bench-${process.pid}`),
    isGone: () => true,
  };
  return { deps, store, graphs: registry };
}

export function pragmasOf(store: SqliteStore): string {
  const { journal_mode, synchronous } = store.pragmas();
  return `${String(journal_mode).toUpperCase()} synchronous=${synchronous === 2 ? 'FULL' : 'NORMAL'}`;
}
