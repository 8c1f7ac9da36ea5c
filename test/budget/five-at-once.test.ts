import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '#agents/test/attempting.ts';
import { RunId } from '#contracts/ids.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { rig } from '#engine/testing/rig.ts';
import { type Sim, startSim } from '#sim/server.ts';
import { atOnce, endless, nativeAgents, oneAnswer } from './spenders.ts';

const BUDGET = { usd: 1 };

async function simFor(): Promise<Sim> {
  const sim = await startSim({ scenario: endless });
  onTestFinished(() => sim.close());
  return sim;
}

describe('S3.1 five agents at once on one budget', { timeout: 120_000 }, () => {
  it('in money: they end at it and one answer each', async () => {
    const sim = await simFor();
    const graph = atOnce(5);
    const r = rig([graph], { attemptRunner: nativeAgents(sim.url) });
    const { run, result } = await r.run(graph, null, { budget: BUDGET });
    expect(result).toEqual({ status: 'paused' });
    const header = await r.store.header(run);
    expect(header?.usd).toBeGreaterThanOrEqual(BUDGET.usd);
    expect(header?.usd).toBeLessThanOrEqual(BUDGET.usd + 5 * oneAnswer(sim));
    // What the provider would bill is what the log has.
    expect(header?.tokens).toBe(sim.usage.inputTokens + sim.usage.outputTokens);
  });

  it('in tokens: they end within it, because the input of a call is known before it is made', async () => {
    const sim = await simFor();
    const graph = atOnce(5);
    const r = rig([graph], { attemptRunner: nativeAgents(sim.url) });
    const { run, result } = await r.run(graph, null, { budget: { tokens: 400_000 } });
    expect(result).toEqual({ status: 'paused' });
    expect((await r.store.header(run))?.tokens).toBeLessThanOrEqual(400_000 + 5 * 10_100);
    expect(sim.usage.inputTokens + sim.usage.outputTokens).toBe((await r.store.header(run))?.tokens);
  });

  it('with their process killed in between: its usage counts', async () => {
    const sim = await simFor();
    const file = join(tempFolder(), 'runs.db');
    const run = RunId.parse('rkilled');
    const child = fork(join(import.meta.dirname, 'killed-child.ts'), [file, run, sim.url], { stdio: 'inherit' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const store = new SqliteStore({ file });
    onTestFinished(() => store.close());
    const usedBefore = async (): Promise<number> => {
      if (!(await store.header(run))) return 0;
      let seen = 0;
      for await (const { type } of store.read(run)) seen += type === 'node.used' ? 1 : 0;
      return seen;
    };
    await expect.poll(usedBefore, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(3);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const graph = atOnce(5);
    const r = rig([graph], {
      store,
      attemptRunner: nativeAgents(sim.url),
      worker: 'next',
      deps: { isGone: () => true },
    });
    const handle = await r.resume(run);
    expect(await handle.done).toEqual({ status: 'paused' });
    const interrupted = (await r.log(run)).flatMap((e) => (e.type === 'node.interrupted' ? [e.data] : []));
    expect(interrupted.filter(({ why, usage }) => why === 'crash' && (usage?.usd ?? 0) > 0).length).toBeGreaterThan(0);
    const header = await r.store.header(run);
    // One answer each at the end, and one each that was under way when the process died.
    const answers = 5 * oneAnswer(sim);
    expect(header?.usd).toBeLessThanOrEqual(BUDGET.usd + answers);
    expect(sim.usage.outputTokens * 15e-6).toBeLessThanOrEqual(BUDGET.usd + 2 * answers);
  });
});
