import type { WorkerId } from '#contracts/ids.ts';
import type { AtPoint } from '#engine/drive/points.ts';
import type { DriverDeps } from '#engine/drive/types.ts';
import { inProcessExecutor } from '#engine/executors/in-process.ts';
import type { Graph } from '#engine/graph/graph.ts';
import { type GraphRegistry, graphRegistry } from '#engine/graph/registry.ts';
import { FairScheduler } from '#engine/scheduler/scheduler.ts';
import { checkpointGraph, STEP_TYPE } from './graph.ts';
import type { CheckpointStore } from './read-run.ts';
import type { CheckpointStepDeps } from './step-deps.ts';

/** The dependencies for running a job. */
export interface CheckpointDeps extends CheckpointStore, Omit<CheckpointStepDeps, 'track'> {
  readonly blobs: CheckpointStepDeps['blobs'];
  readonly worker: WorkerId;
  readonly leaseMs?: number;
  readonly tickMs?: number;
  readonly atPoint?: AtPoint;
}

export interface CheckpointEngine {
  readonly driver: DriverDeps;
  readonly graph: ReturnType<typeof checkpointGraph>;
  readonly graphs: GraphRegistry;
  /** Until no process of a step is left: an interrupted one takes a moment to end. */
  idle(): Promise<void>;
}

/** An engine for one job: it knows the checkpoint graph and limits how many steps run at once. */
export function checkpointEngine(deps: CheckpointDeps, maxParallel: number): CheckpointEngine {
  const working = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>): void => {
    const settled = work.catch(() => undefined).finally(() => working.delete(settled));
    working.add(settled);
  };
  const graph = checkpointGraph({ ...deps, track });
  // The registry holds graphs of any input; a run's input is checked against its own.
  const graphs = graphRegistry([graph as unknown as Graph]);
  const { store, blobs, clock, worker, isGone, leaseMs, tickMs, atPoint } = deps;
  const limits = { total: Infinity, perSession: Infinity, perType: { [STEP_TYPE]: maxParallel } };
  return {
    driver: {
      store,
      blobs,
      clock,
      worker,
      executor: inProcessExecutor({ graphs, clock }),
      scheduler: new FairScheduler({ clock, limits }),
      ...(isGone ? { isGone } : {}),
      ...(leaseMs === undefined ? {} : { leaseMs }),
      ...(tickMs === undefined ? {} : { tickMs }),
      ...(atPoint ? { atPoint } : {}),
    },
    graph,
    graphs,
    idle: async () => {
      while (working.size > 0) await Promise.all(working);
    },
  };
}
