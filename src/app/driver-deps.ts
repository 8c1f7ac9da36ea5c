import type { AttemptRunner } from '#contracts/agent.ts';
import type { DriverDeps } from '#engine/drive/types.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { GraphRegistry } from '#engine/graph/registry.ts';
import { machineScheduler } from '#engine/scheduler/machine/machine-scheduler.ts';
import type { Runs } from './runs.ts';
import { isLiving } from './worker.ts';

/** What drives the runs of these graphs in this process. */
export function driverDeps(runs: Runs, graphs: GraphRegistry, attemptRunner?: AttemptRunner): DriverDeps {
  const { store, blobs, clock, worker, isGone } = runs;
  const executor = inProcessExecutor({ graphs, clock, ...(attemptRunner && { attemptRunner }) });
  const saw = runs.telemetry === undefined ? {} : { saw: runs.telemetry.saw };
  return {
    store,
    blobs,
    clock,
    worker,
    isGone,
    isAlive: isLiving,
    executor,
    scheduler: machineScheduler(runs.queue(), clock),
    ...saw,
  };
}
