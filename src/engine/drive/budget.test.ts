import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AgentEvent, type Allowance, type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { graphKit } from '../graph/kit.ts';
import { collect } from '../graph/ports.ts';
import { MemoryStore } from '../log/memory-store.ts';
import { rig } from '../testing/rig.ts';

const CLAIM = { type: 'claim', claim: { done: true } } as const;

function working(agents: number) {
  const k = graphKit({
    name: 'working',
    version: 1,
    ports: { start: z.null(), work: z.number(), all: collect(z.number()) },
    output: z.number(),
  });
  return k.build('start', {
    start: k.logic('start', {
      to: ['work', 'all'],
      run: (_, ctx) =>
        ctx.fork(
          Array.from({ length: agents }, (__, n) => ctx.to('work', n)),
          { collect: 'all' },
        ),
    }),
    work: k.agent('work', {
      agent: 'worker',
      claim: z.object({ done: z.boolean() }),
      brief: (n) => ({ prompt: `${n}` }),
      to: ['all'],
      take: (_, n, ctx) => ctx.goto('all', n),
    }),
    all: k.join('all', { to: [], run: (all, ctx) => ctx.exit(all.length) }),
  });
}

/** An agent that spends a dime at a time and asks for more when it has none, until it has spent what its task takes. */
const spender = (dimes: (prompt: string) => number): AttemptRunner =>
  async function* (task, signal, allowance) {
    for (let spent = 0; spent < dimes(task.prompt); spent += 1) {
      if (signal.aborted) return yield ended(spent, 'ATTEMPT_ABORTED');
      while (allowance && spent / 10 >= allowance.usd - 1e-9) {
        if (!(await allowance.more())) return yield ended(spent, 'BUDGET_REACHED');
      }
      yield { type: 'usage', usage: used(spent + 1) };
    }
    yield { type: 'complete', usage: used(dimes(task.prompt)), result: CLAIM };
  };

const used = (dimes: number) => ({ ...NO_AGENT_USAGE, output: dimes * 10, usd: dimes / 10, turns: dimes });
const ended = (dimes: number, code: string): AgentEvent => ({
  type: 'complete',
  usage: used(dimes),
  result: { type: 'failed', error: { code, message: code }, retry: false },
});

const of = <T extends RunEvent['type']>(log: readonly RunEvent[], type: T) =>
  log.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);

describe('S3.1 a budget is shared out before it is spent', () => {
  it.each([{ usd: Number.NaN }, { usd: 0 }, { attempts: 1.5 }])(
    '%o is no budget, and nothing is begun with it',
    async (budget) => {
      const graph = working(1);
      const r = rig([graph], { attemptRunner: spender(() => 1) });
      await expect(r.run(graph, null, { budget })).rejects.toMatchObject({ code: 'USAGE' });
      expect(await r.store.list()).toEqual([]);
    },
  );

  it('each attempt gets a part before it starts; together never more than there is', async () => {
    const graph = working(5);
    const r = rig([graph], { attemptRunner: spender(() => 1) });
    const { run, result } = await r.run(graph, null, { budget: { usd: 3, tokens: 600 } });
    expect(result).toEqual({ status: 'completed', output: 5 });
    const parts = of(await r.log(run), 'node.started').flatMap(({ data }) => (data.reserved ? [data.reserved] : []));
    expect(parts).toHaveLength(5);
    expect(parts[0]).toEqual({ usd: 0.5, tokens: 100 });
    for (const { usd = 0, tokens = 0 } of parts) expect([usd > 0, tokens > 0]).toEqual([true, true]);
    expect(parts.reduce((sum, { usd = 0 }) => sum + usd, 0)).toBeLessThan(3);
  });

  it('an attempt that needs more than its share gets the rest of the others, without a question', async () => {
    const graph = working(5);
    const r = rig([graph], { attemptRunner: spender((prompt) => (prompt === '0' ? 16 : 1)) });
    const { run, result } = await r.run(graph, null, { budget: { usd: 2.1 } });
    expect(result).toEqual({ status: 'completed', output: 5 });
    expect((await r.store.header(run))?.usd).toBeCloseTo(2);
    expect(of(await r.log(run), 'node.interrupted')).toEqual([]);
  });

  it('when it is used up the run pauses with its work put back, and a raised budget ends it', async () => {
    const graph = working(5);
    const r = rig([graph], { attemptRunner: spender(() => 4) });
    const { run, result } = await r.run(graph, null, { budget: { usd: 1 } });
    expect(result).toEqual({ status: 'paused' });
    const log = await r.log(run);
    expect(of(log, 'node.failed')).toEqual([]);
    expect(of(log, 'node.interrupted').map(({ data }) => data.why)).toContain('budget');
    const spent = (await r.store.header(run))?.usd ?? 0;
    expect(spent).toBeGreaterThanOrEqual(0.9);
    expect(spent).toBeLessThanOrEqual(1 + 5 * 0.1);
    await r.post(run, { type: 'raise-budget', budget: { usd: 10 } });
    expect(await (await r.resume(run)).done).toEqual({ status: 'completed', output: 5 });
  });

  it('an attempt that starts when the budget is reserved for others waits for what they release', async () => {
    const taken = Promise.withResolvers<void>();
    const scheduled = Promise.withResolvers<void>();
    const k = graphKit({
      name: 'late',
      version: 1,
      ports: { start: z.null(), later: z.null(), work: z.number(), all: collect(z.number()) },
      output: z.number(),
    });
    const graph = k.build('start', {
      start: k.logic('start', {
        to: ['later', 'work', 'all'],
        run: (_, ctx) => ctx.fork([ctx.to('work', 0), ctx.to('later', null)], { collect: 'all' }),
      }),
      later: k.logic('later', { to: ['work'], run: (_, ctx) => taken.promise.then(() => ctx.goto('work', 1)) }),
      work: k.agent('work', {
        agent: 'worker',
        claim: z.object({ done: z.boolean() }),
        brief: (n) => ({ prompt: `${n}` }),
        to: ['all'],
        take: (_, n, ctx) => ctx.goto('all', n),
      }),
      all: k.join('all', { to: [], run: (all, ctx) => ctx.exit(all.length) }),
    });
    const parts: (number | undefined)[] = [];
    const attemptRunner: AttemptRunner = async function* (task, _, allowance) {
      if (task.prompt === '0') {
        while (await allowance?.more());
        taken.resolve();
        await scheduled.promise;
      }
      parts.push(allowance?.usd);
      yield { type: 'complete', usage: used(1), result: CLAIM };
    };
    const r = rig([graph], { attemptRunner });
    const onEvents = (events: readonly RunEvent[]) => {
      if (of(events, 'node.completed').some(({ data }) => data.act === 'later#1')) setTimeout(scheduled.resolve, 20);
    };
    const handle = await r.start(graph, null, { budget: { usd: 1 }, listener: { onEvents } });
    expect(await handle.done).toEqual({ status: 'completed', output: 2 });
    expect(parts).toEqual([1, 0.45]);
    expect(of(await r.log(handle.run), 'run.paused')).toEqual([]);
  });

  it('the usage of a crashed attempt counts as spent', async () => {
    const graph = working(1);
    const store = new MemoryStore();
    const there = Promise.withResolvers<void>();
    const dies: AttemptRunner = async function* (_, signal) {
      yield { type: 'usage', usage: used(6) };
      there.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      // As if killed: it reports nothing more.
      await new Promise(() => {});
    };
    const one = rig([graph], { store, attemptRunner: dies, worker: 'one' });
    const handle = await one.start(graph, null, { budget: { usd: 1 } });
    await there.promise;
    await expect.poll(async () => (await one.types(handle.run)).includes('node.used')).toBe(true);
    const gone = { isGone: () => true };
    const parts: (number | undefined)[] = [];
    const looks: AttemptRunner = async function* (_, __, allowance?: Allowance) {
      parts.push(allowance?.usd);
      yield { type: 'complete', usage: used(1), result: CLAIM };
    };
    const two = rig([graph], { store, attemptRunner: looks, worker: 'two', deps: gone });
    expect(await (await two.resume(handle.run)).done).toEqual({ status: 'completed', output: 1 });
    expect(parts).toEqual([0.2]);
    expect((await store.header(handle.run))?.usd).toBeCloseTo(0.7);
    const [crash] = of(await two.log(handle.run), 'node.interrupted');
    expect(crash?.data).toMatchObject({ why: 'crash', usage: { tokens: 60, usd: 0.6 } });
  });

  it('X8.14 an unknown price is unknown in the log and in views, not zero', async () => {
    const graph = working(2);
    const attemptRunner: AttemptRunner = async function* (task) {
      const usd = task.prompt === '0' ? null : 0.2;
      yield { type: 'complete', usage: { ...NO_AGENT_USAGE, output: 5, usd }, result: CLAIM };
    };
    const r = rig([graph], { attemptRunner });
    const { run } = await r.run(graph, null);
    expect(await r.store.header(run)).toMatchObject({ tokens: 10, usd: 0.2, unpriced: 1 });
  });

  it('S3.7 raise-budget does not undo a person’s pause, whichever came first', async () => {
    const graph = working(1);
    const r = rig([graph], { attemptRunner: spender(() => 20) });
    const { run } = await r.run(graph, null, { budget: { usd: 1 } });
    await r.post(run, { type: 'pause', why: 'lunch' });
    await r.post(run, { type: 'raise-budget', budget: { usd: 5 } });
    expect(await (await r.resume(run)).done).toEqual({ status: 'paused' });
    expect(of(await r.log(run), 'run.resumed')).toEqual([]);
    await r.post(run, { type: 'resume' });
    expect(await (await r.resume(run)).done).toEqual({ status: 'completed', output: 1 });
  });
});
