import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { manualClock } from '#host/clock.ts';
import { graphKit } from '../graph/kit.ts';
import { rig } from '../testing/rig.ts';

describe('budgets pause and ask', () => {
  const spender = (usd: number): AttemptRunner =>
    async function* () {
      const usage = { ...NO_AGENT_USAGE, output: 100, usd };
      yield { type: 'complete', usage, result: { type: 'claim', claim: { ok: true } } };
    };
  const k = graphKit({ name: 'spend', version: 1, ports: { work: z.number() }, output: z.number() });
  const graph = k.build('work', {
    work: k.agent('work', {
      agent: 'worker',
      claim: z.object({ ok: z.boolean() }),
      brief: () => ({ prompt: 'work' }),
      to: ['work'],
      take: (_, n, ctx) => (n === 0 ? ctx.exit(n) : ctx.goto('work', n - 1)),
    }),
  });

  it.each([
    ['usd', { usd: 0.5 }, { usd: 10 }],
    ['tokens', { tokens: 300 }, { tokens: 10_000 }],
    ['attempts', { attempts: 3 }, { attempts: 100 }],
  ] as const)('on %s: nothing is killed, and a raised budget continues', async (_, budget, raised) => {
    const r = rig([graph], { attemptRunner: spender(0.2) });
    const { run, result } = await r.run(graph, 9, { budget });
    expect(result).toEqual({ status: 'paused' });
    const log = await r.log(run);
    expect(log.filter(({ type }) => type === 'node.completed')).toHaveLength(3);
    expect(log.some(({ type }) => type === 'node.cancelled')).toBe(false);
    await r.post(run, { type: 'raise-budget', budget: raised });
    expect(await (await r.resume(run)).done).toEqual({ status: 'completed', output: 0 });
    const header = await r.store.header(run);
    expect(header?.usd).toBeCloseTo(2);
    expect(header?.tokens).toBe(1000);
  });

  it('on seconds: only time in which something ran counts', async () => {
    const clock = manualClock(0);
    const slow = graphKit({ name: 'slow', version: 1, ports: { work: z.number() }, output: z.number() });
    const slowGraph = slow.build('work', {
      work: slow.logic('work', {
        to: ['work'],
        run: (n, ctx) => {
          clock.advance(10_000);
          return n === 0 ? ctx.exit(n) : ctx.goto('work', n - 1);
        },
      }),
    });
    const r = rig([slowGraph], { clock });
    const { run, result } = await r.run(slowGraph, 9, { budget: { seconds: 25 } });
    expect(result).toEqual({ status: 'paused' });
    clock.advance(1_000_000);
    await r.post(run, { type: 'raise-budget', budget: { seconds: 1000 } });
    expect(await (await r.resume(run)).done).toEqual({ status: 'completed', output: 0 });
  });
});
