import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { RunId, WorkerId } from '#contracts/ids.ts';
import { fileBlobs } from '#host/blob-store.ts';
import { systemClock } from '#host/clock.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { inProcessExecutor } from '../executors/in-process.ts';
import type { Graph } from '../graph/graph.ts';
import { graphKit } from '../graph/kit.ts';
import { graphRegistry } from '../graph/registry.ts';
import { SqliteStore } from '../log/sqlite-store.ts';
import { FairScheduler } from '../scheduler/scheduler.ts';
import { resumeRun, startRun } from './runs.ts';
import type { DriverDeps } from './types.ts';

const LEASE_MS = 600;

/** Two drivers of one store on a machine whose clock can be set; timers are not affected. */
function machine() {
  const folder = tempFolder();
  let offset = 0;
  const clock = { ...systemClock, now: () => Date.now() + offset };
  const store = new SqliteStore({ file: join(folder, 'log.db'), now: clock.now, synchronous: 'NORMAL' });
  onTestFinished(() => store.close());
  const gate = Promise.withResolvers<void>();
  const kit = graphKit({ name: 'waits', version: 1, ports: { work: z.null() }, output: z.null() });
  const graph = kit.build('work', {
    work: kit.logic('work', {
      to: [],
      run: async (_, ctx) => {
        await gate.promise;
        return ctx.exit(null);
      },
    }),
  });
  const graphs = graphRegistry([graph as unknown as Graph]);
  const deps = (name: string): DriverDeps => ({
    ...{ store, clock, graphs, leaseMs: LEASE_MS, worker: WorkerId.parse(name) },
    blobs: fileBlobs(join(folder, 'blobs')),
    executor: inProcessExecutor({ graphs, clock }),
    scheduler: new FairScheduler({ clock }),
    isGone: () => false,
    isAlive: (worker) => worker.startsWith('living'),
  });
  const jump = (ms: number): void => {
    offset += ms;
  };
  return { store, graph, graphs, deps, gate, jump };
}

describe('H1 S2.19 a clock that jumps', () => {
  it('forward takes no run from a driver that lives', async () => {
    const { graph, graphs, deps, gate, jump } = machine();
    const first = await startRun(deps('living'), graph, { input: null, title: 't' });
    jump(3_600_000);
    await expect(resumeRun(deps('other'), graphs, first.run)).rejects.toMatchObject({ code: 'RUN_HELD' });
    gate.resolve();
    expect(await first.done).toMatchObject({ status: 'completed' });
  });

  it('back does not leave a dead driver’s run without a driver for an hour', async () => {
    const { store, graph, graphs, deps, gate, jump } = machine();
    const first = await startRun(deps('dying'), graph, { input: null, title: 't' });
    await first.stop();
    jump(3_600_000);
    await store.lease(RunId.parse(first.run), WorkerId.parse('elsewhere'), LEASE_MS);
    jump(-3_600_000);
    gate.resolve();
    const second = await resumeRun(deps('living'), graphs, first.run);
    expect(await second.done).toMatchObject({ status: 'completed' });
  });

  it('back takes no run from a driver that renews its lease', async () => {
    const { graph, graphs, deps, gate, jump } = machine();
    const first = await startRun(deps('dying'), graph, { input: null, title: 't' });
    jump(-3_600_000);
    await expect(resumeRun(deps('other'), graphs, first.run)).rejects.toMatchObject({ code: 'RUN_HELD' });
    gate.resolve();
    expect(await first.done).toMatchObject({ status: 'completed' });
  });
});
