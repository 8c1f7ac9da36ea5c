import type { AttemptRunner } from '#contracts/agent.ts';
import { inProcessExecutor } from '../executors/in-process.ts';
import type { GraphRegistry } from '../graph/registry.ts';
import type { Runs } from '../runs.ts';
import { machineScheduler } from '../scheduler/machine/machine-scheduler.ts';
import { isLiving } from '../worker.ts';
import type { DriverDeps } from './types.ts';

/** The dependencies of drivers for these graphs in this process. */
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
