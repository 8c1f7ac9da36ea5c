import type { AttemptRunner } from '#contracts/agent.ts';
import type { Clock } from '#contracts/clock.ts';
import { type RunId, WorkerId } from '#contracts/ids.ts';
import type { Mail } from '#contracts/mail.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunStore } from '#contracts/store.ts';
import { memoryBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { type ResumeOptions, resumeRun, type StartOptions, startRun } from '../drive/runs.ts';
import type { DriveResult, DriverDeps, RunHandle } from '../drive/types.ts';
import { inProcessExecutor } from '../executors/in-process.ts';
import type { Graph } from '../graph/graph.ts';
import { graphRegistry } from '../graph/registry.ts';
import { MemoryStore } from '../log/memory-store.ts';
import { FairScheduler } from '../scheduler/scheduler.ts';

/** A whole engine over a store, for tests: start runs, send mail, read the log. */
export interface Rig {
  readonly deps: DriverDeps;
  readonly store: RunStore;
  start<In, Out>(graph: Graph<In, Out>, input: In, options?: Partial<StartOptions<In>>): Promise<RunHandle>;
  run<In, Out>(
    graph: Graph<In, Out>,
    input: In,
    options?: Partial<StartOptions<In>>,
  ): Promise<{ run: RunId; result: DriveResult }>;
  resume(run: RunId, options?: ResumeOptions): Promise<RunHandle>;
  post(run: RunId, mail: Mail): Promise<void>;
  log(run: RunId): Promise<RunEvent[]>;
  types(run: RunId): Promise<string[]>;
}

export interface RigOptions {
  readonly store?: RunStore;
  readonly clock?: Clock;
  readonly worker?: string;
  readonly attemptRunner?: AttemptRunner;
  readonly deps?: Partial<DriverDeps>;
}

// A graph's type parameters only matter where a run is started; the registry holds any.
const anyGraph = (graph: unknown): Graph => graph as Graph;

export function rig(graphs: readonly unknown[], options: RigOptions = {}): Rig {
  const store = options.store ?? new MemoryStore();
  const clock = options.clock ?? systemClock;
  const registry = graphRegistry(graphs.map(anyGraph));
  const deps: DriverDeps = {
    store,
    blobs: memoryBlobs(),
    executor: inProcessExecutor({ graphs: registry, clock, attemptRunner: options.attemptRunner }),
    scheduler: new FairScheduler({ clock }),
    clock,
    worker: WorkerId.parse(options.worker ?? 'test'),
    tickMs: 5,
    ...options.deps,
  };
  const start: Rig['start'] = (graph, input, more) => startRun(deps, graph, { input, title: 'a test', ...more });
  const log: Rig['log'] = async (run) => {
    const events: RunEvent[] = [];
    for await (const event of store.read(run)) events.push(event);
    return events;
  };
  return {
    deps,
    store,
    start,
    log,
    run: async (graph, input, more) => {
      const handle = await start(graph, input, more);
      return { run: handle.run, result: await handle.done };
    },
    resume: (run, more) => resumeRun(deps, registry, run, more),
    post: async (run, mail) => {
      await store.postMail(run, mail, 'a tester', clock.now());
    },
    types: async (run) => (await log(run)).map(({ type }) => type),
  };
}
