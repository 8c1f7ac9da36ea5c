import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionId } from '../src/contracts/ids.ts';
import type { Scheduler } from '../src/contracts/scheduling.ts';
import { startRun } from '../src/engine/drive/runs.ts';
import { FairScheduler } from '../src/engine/scheduler/scheduler.ts';
import { shapedGraph } from '../src/engine/testing/shaped-graph.ts';
import { systemClock } from '../src/host/clock.ts';
import { type BenchEngine, benchEngine } from './assay/engine.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';
import { interleaved, median } from './lib/measure.ts';

export const name = 'scale';
export const title = 'Scale: cost per node in long runs, and fair shares between runs';

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const dir = await mkdtemp(join(tmpdir(), 'assay-scale-'));
  try {
    return [...(await flatCost(ctx, dir)), ...(await fairShares(ctx, dir))];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A 10,000-node run against a 1,000-node run, in turn, by what one node costs. */
async function flatCost(ctx: BenchContext, dir: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const width of [1, 100]) {
    const [small, large] = [1_000, 10_000].map((nodes) =>
      shapedGraph({ name: `${nodes} by ${width}`, layers: nodes / width, width, pure: false }),
    );
    if (!small || !large) continue;
    const engine = benchEngine(dir, [small, large], { sync: 'FULL' });
    const sides = [
      { graph: small, nodes: 1_000 },
      { graph: large, nodes: 10_000 },
    ];
    ctx.say(`1,000 and 10,000 nodes, ${width} wide`);
    await interleaved(1, sides, ({ graph, nodes }) => microsPerNode(engine, graph, nodes));
    const timed = await interleaved(ctx.quick ? 2 : 5, sides, ({ graph, nodes }) =>
      microsPerNode(engine, graph, nodes),
    );
    await engine.store.close();
    const [one, ten] = timed.map((micros) => median(micros));
    if (one === undefined || ten === undefined) continue;
    const ratio = ten / one;
    const label = `10,000 nodes vs 1,000, ${width === 1 ? 'chain' : `${width} wide`}`;
    rows.push({
      label,
      value: ten,
      unit: 'µs/node',
      ratio,
      ...judge(ratio, 'at most', 1.3),
      note: `${one.toFixed(1)} µs/node at 1,000; WAL synchronous=FULL, strict`,
    });
  }
  return rows;
}

async function microsPerNode(
  { deps }: BenchEngine,
  graph: ReturnType<typeof shapedGraph>,
  nodes: number,
): Promise<number> {
  const started = performance.now();
  const result = await (await startRun(deps, graph, { input: { count: 0 }, title: 'scale' })).done;
  if (result.status !== 'completed') throw new Error(JSON.stringify(result));
  return ((performance.now() - started) * 1000) / nodes;
}

/** 100 runs of 100 nodes, each its own session, for 8 slots: who waits how long for a slot? */
async function fairShares(ctx: BenchContext, dir: string): Promise<BenchRow[]> {
  ctx.say('100 runs × 100 nodes');
  const waits = new Map<string, number[]>();
  const scheduler = watched(new FairScheduler({ clock: systemClock, limits: { total: 8 } }), waits);
  const graph = shapedGraph({ name: 'fair', layers: 100, width: 1, pure: false });
  const engine = benchEngine(dir, [graph], { scheduler });
  const started = performance.now();
  const runs = Array.from({ length: 100 }, async (_, n) => {
    const handle = await startRun(engine.deps, graph, {
      input: { count: 0 },
      title: `fair ${n}`,
      session: SessionId.parse(`s${n}`),
    });
    return handle.done;
  });
  const results = await Promise.all(runs);
  const seconds = (performance.now() - started) / 1000;
  await engine.store.close();
  const means = [...waits.values()].map((of) => of.reduce((a, b) => a + b, 0) / of.length);
  const ratio = Math.max(...means) / Math.min(...means);
  const done = results.filter(({ status }) => status === 'completed').length;
  const verdict = judge(ratio, 'at most', 2);
  return [
    {
      label: '100 runs × 100 nodes, 8 slots: longest ÷ shortest mean wait',
      value: ratio,
      unit: '×',
      ratio,
      target: verdict.target,
      pass: verdict.pass && done === 100,
      note: `${done} of 100 completed in ${seconds.toFixed(2)} s; mean waits ${Math.min(...means).toFixed(2)} to ${Math.max(...means).toFixed(2)} ms`,
    },
  ];
}

/** The same scheduler, with a stop-watch on every request. */
function watched(inner: Scheduler, waits: Map<string, number[]>): Scheduler {
  return {
    request: (work, granted) => {
      const asked = performance.now();
      return inner.request(work, (release) => {
        const of = waits.get(work.session) ?? [];
        of.push(performance.now() - asked);
        waits.set(work.session, of);
        granted(release);
      });
    },
    metrics: () => inner.metrics(),
    onRoom: (session, callback) => inner.onRoom(session, callback),
    setLimits: (limits) => inner.setLimits(limits),
  };
}
