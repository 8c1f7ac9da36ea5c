import type { Crew } from '#contracts/agent.ts';
import type { DriverDeps } from '#engine/drive/types.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { GraphRegistry } from '#engine/graph/registry.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import type { Runs } from './runs.ts';

/** What drives the runs of these graphs in this process. */
export function driverDeps(runs: Runs, graphs: GraphRegistry, crew?: Crew): DriverDeps {
  const { store, blobs, clock, worker, isGone } = runs;
  const executor = inProcessExecutor({ graphs, clock, ...(crew && { crew }) });
  return { store, blobs, clock, worker, isGone, executor, scheduler: new FairScheduler({ clock }) };
}
