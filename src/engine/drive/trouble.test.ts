import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type AgentResult, type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Mail } from '#contracts/mail.ts';
import { manualClock } from '#host/clock.ts';
import { graphKit } from '../graph/kit.ts';
import type { Policies } from '../graph/node.ts';
import { collect } from '../graph/ports.ts';
import { MemoryStore } from '../log/memory-store.ts';
import { SqliteStore } from '../log/sqlite-store.ts';
import { rig } from '../testing/rig.ts';
import { driverId, processOf } from './driver-id.ts';
import type { RunHandle } from './types.ts';

/** A graph of one node that does what it is told. */
function single(run: (attempt: number, signal: AbortSignal) => number | Promise<number>, policies: Policies = {}) {
  const k = graphKit({ name: 'single', version: 1, ports: { only: z.null() }, output: z.number() });
  return k.build('only', {
    only: k.logic('only', { ...policies, to: [], run: async (_, ctx) => ctx.exit(await run(ctx.attempt, ctx.signal)) }),
  });
}

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('S2 nodes that fail', () => {
  it('S2.12 are tried again with a growing wait, then fail the run with what was seen', async () => {
    const graph = single(
      () => {
        throw new Error('no luck');
      },
      { retry: { attempts: 3, backoffMs: 4, factor: 3 } },
    );
    const r = rig([graph]);
    const { run, result } = await r.run(graph, null);
    expect(result).toEqual({ status: 'failed', error: { code: 'NODE_THREW', message: 'no luck' } });
    const waits = (await r.log(run)).flatMap((e) =>
      e.type === 'node.failed' && e.data.next.do === 'retry' ? [e.data.next.at - e.at] : [],
    );
    expect(waits).toEqual([4, 12]);
  });

  it('succeed when a later try does', async () => {
    const graph = single(
      (attempt) => {
        if (attempt < 3) throw new Error('not yet');
        return attempt;
      },
      { retry: { attempts: 3, backoffMs: 1 } },
    );
    expect((await rig([graph]).run(graph, null)).result).toEqual({ status: 'completed', output: 3 });
  });

  it('S2.12 time out, even when they ignore their signal', async () => {
    const graph = single(() => new Promise(() => {}), { timeoutMs: 20 });
    expect((await rig([graph]).run(graph, null)).result).toMatchObject({
      status: 'failed',
      error: { code: 'NODE_TIMEOUT' },
    });
  });

  it('end only their branch where the graph says skip', async () => {
    const k = graphKit({
      name: 'skip',
      version: 1,
      ports: { go: z.null(), work: z.number(), all: collect(z.number()) },
      output: z.array(z.number()),
    });
    const graph = k.build('go', {
      go: k.logic('go', {
        to: ['work', 'all'],
        run: (_, ctx) =>
          ctx.fork(
            [1, 2, 3].map((n) => ctx.to('work', n)),
            { collect: 'all' },
          ),
      }),
      work: k.logic('work', {
        to: ['all'],
        onFailure: 'skip',
        run: (n, ctx) => {
          if (n === 2) throw new Error('two');
          return ctx.goto('all', n);
        },
      }),
      all: k.join('all', { to: [], run: (items, ctx) => ctx.exit([...items]) }),
    });
    expect((await rig([graph]).run(graph, null)).result).toEqual({ status: 'completed', output: [1, 3] });
  });

  it('take the tasks that wait for them along', async () => {
    const k = graphKit({
      name: 'deps',
      version: 1,
      ports: { go: z.null(), work: z.string(), all: collect(z.string()) },
      output: z.array(z.string()),
    });
    const graph = k.build('go', {
      go: k.logic('go', {
        to: ['work', 'all'],
        run: (_, ctx) =>
          ctx.fork(
            [
              ctx.to('work', 'a', { name: 'a' }),
              ctx.to('work', 'bad', { name: 'bad' }),
              ctx.to('work', 'after_bad', { name: 'after_bad', after: ['bad'] }),
              ctx.to('work', 'later', { name: 'later', after: ['after_bad'] }),
              ctx.to('work', 'after_a', { name: 'after_a', after: ['a'] }),
            ],
            { collect: 'all' },
          ),
      }),
      work: k.logic('work', {
        to: ['all'],
        onFailure: 'skip',
        run: (name, ctx) => {
          if (name === 'bad') throw new Error('bad');
          return ctx.goto('all', name);
        },
      }),
      all: k.join('all', { to: [], run: (items, ctx) => ctx.exit([...items]) }),
    });
    expect((await rig([graph]).run(graph, null)).result).toEqual({ status: 'completed', output: ['a', 'after_a'] });
  });

  it('S2.14 ask a person where the graph says so, and do what was answered', async () => {
    for (const [choice, expected] of [
      ['retry', { status: 'completed', output: 2 }],
      ['fail', { status: 'failed', error: { code: 'NODE_ABORTED' } }],
      ['skip', { status: 'failed', error: { code: 'RUN_STUCK' } }],
    ] as const) {
      const graph = single(
        (attempt) => {
          if (attempt === 1) throw new Error('hm');
          return attempt;
        },
        { onFailure: 'ask' },
      );
      const r = rig([graph]);
      const { run, result } = await r.run(graph, null);
      expect(result).toMatchObject({ status: 'waiting', questions: [{ act: 'only#1', signal: 'assay.failure' }] });
      await r.post(run, { type: 'signal', signal: 'assay.failure', act: null, payload: { choice } });
      expect(await (await r.resume(run)).done).toMatchObject(expected);
    }
  });

  it('H1.2 cannot send what does not fit, or where they did not say they would', async () => {
    const k = graphKit({
      name: 'misfit',
      version: 1,
      ports: { go: z.enum(['payload', 'port']), next: z.number(), other: z.null() },
      output: z.null(),
    });
    const graph = k.build('go', {
      go: k.logic('go', {
        to: ['next'],
        // What the compiler refuses, on purpose: the run must refuse it too.
        run: (how, ctx) =>
          how === 'payload' ? ctx.goto('next', 'text' as never) : ctx.goto('other' as 'next', null as never),
      }),
      next: k.logic('next', { to: ['other'], run: (_, ctx) => ctx.goto('other', null) }),
      other: k.logic('other', { to: [], run: (_, ctx) => ctx.exit(null) }),
    });
    const r = rig([graph]);
    expect((await r.run(graph, 'payload')).result).toMatchObject({
      status: 'failed',
      error: { code: 'PAYLOAD_INVALID' },
    });
    expect((await r.run(graph, 'port')).result).toMatchObject({ status: 'failed', error: { code: 'PORT_UNKNOWN' } });
  });
});

describe('S2 a person steers a run', () => {
  const asking = (() => {
    const k = graphKit({
      name: 'asking',
      version: 1,
      ports: { ask: z.null() },
      signals: { approval: z.object({ yes: z.boolean() }) },
      output: z.boolean(),
    });
    return k.build('ask', {
      ask: k.logic('ask', {
        to: [],
        run: (_, ctx) => {
          const answer = ctx.answer('approval');
          return answer ? ctx.exit(answer.yes) : ctx.ask('approval', { text: 'merge?' });
        },
      }),
    });
  })();

  it('answers its question; a wrong answer is refused and the question stays', async () => {
    const r = rig([asking]);
    const { run, result } = await r.run(asking, null);
    expect(result).toEqual({
      status: 'waiting',
      questions: [{ act: 'ask#1', signal: 'approval', question: { text: 'merge?' } }],
    });
    await r.post(run, { type: 'signal', signal: 'approval', act: null, payload: { yes: 'perhaps' } });
    expect(await (await r.resume(run)).done).toMatchObject({ status: 'waiting' });
    expect(await r.types(run)).toContain('mail.refused');
    await r.post(run, { type: 'signal', signal: 'approval', act: null, payload: { yes: true } });
    expect(await (await r.resume(run)).done).toEqual({ status: 'completed', output: true });
    expect(await r.store.mail(run)).toEqual([]);
  });

  it('answers before it is asked', async () => {
    const clock = manualClock(0);
    const r = rig([asking], { clock });
    const handle = await r.start(asking, null);
    await r.post(handle.run, { type: 'signal', signal: 'approval', act: null, payload: { yes: false } });
    const first = await handle.done;
    const result = first.status === 'waiting' ? await (await r.resume(handle.run)).done : first;
    expect(result).toEqual({ status: 'completed', output: false });
  });

  it('S2.13 cancels it: what runs is aborted, and the log says why', async () => {
    let aborted = false;
    const graph = single((_, signal) =>
      never(signal).catch((error: unknown) => {
        aborted = true;
        throw error;
      }),
    );
    const r = rig([graph]);
    const handle = await r.start(graph, null);
    await r.post(handle.run, { type: 'cancel', why: 'changed my mind' });
    expect(await handle.done).toEqual({ status: 'cancelled', why: 'changed my mind' });
    expect(aborted).toBe(true);
    expect(await r.store.header(handle.run)).toMatchObject({ status: 'cancelled', lease: null });
  });

  it('S2.13 cancels it while nobody drives it: the next driver begins nothing first', async () => {
    let begun = 0;
    const graph = single((_, signal) => {
      begun += 1;
      return never(signal);
    });
    const r = rig([graph]);
    const handle = await r.start(graph, null);
    while (begun === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await handle.stop();
    await r.post(handle.run, { type: 'cancel', why: 'changed my mind' });
    expect(await (await r.resume(handle.run)).done).toEqual({ status: 'cancelled', why: 'changed my mind' });
    expect(begun).toBe(1);
  });

  it('S2.13 pauses it between nodes, and resumes it', async () => {
    const k = graphKit({ name: 'steps', version: 1, ports: { step: z.number() }, output: z.number() });
    const graph = k.build('step', {
      step: k.logic('step', {
        to: ['step'],
        run: async (n, ctx) => {
          await new Promise((resolve) => setTimeout(resolve, 3));
          return n === 0 ? ctx.exit(n) : ctx.goto('step', n - 1);
        },
      }),
    });
    const r = rig([graph]);
    const handle = await r.start(graph, 100);
    await r.post(handle.run, { type: 'pause', why: 'lunch' });
    expect(await handle.done).toEqual({ status: 'paused' });
    expect(await r.store.header(handle.run)).toMatchObject({ status: 'paused', nodes: { running: 0 } });
    await r.post(handle.run, { type: 'resume' });
    expect(await (await r.resume(handle.run)).done).toEqual({ status: 'completed', output: 0 });
  });

  it('S2.1: letters that change nothing leave a log on disk whole: a second pause, a stray resume', async () => {
    const k = graphKit({ name: 'slow', version: 1, ports: { step: z.null() }, output: z.null() });
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const graph = k.build('step', {
      step: k.logic('step', {
        to: [],
        run: async (_, ctx) => {
          await gate;
          return ctx.exit(null);
        },
      }),
    });
    const folder = mkdtempSync(join(tmpdir(), 'assay-letters-'));
    const store = new SqliteStore({ file: join(folder, 'runs.db') });
    onTestFinished(async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    });
    const r = rig([graph], { store });
    const handle = await r.start(graph, null);
    const send = async (mail: Mail): Promise<void> => {
      await r.post(handle.run, mail);
      handle.checkMail();
      while ((await store.mail(handle.run)).length > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    };
    await send({ type: 'resume' });
    await send({ type: 'pause', why: 'lunch' });
    await send({ type: 'pause', why: 'lunch, I said' });
    await send({ type: 'resume' });
    await send({ type: 'resume' });
    release();
    expect(await handle.done).toEqual({ status: 'completed', output: null });
    expect((await r.types(handle.run)).filter((type) => /run\.(paused|resumed)/.test(type))).toEqual([
      'run.paused',
      'run.resumed',
    ]);
  });

  it('adds tasks to it while it runs; what cannot be added is refused in the log', async () => {
    const k = graphKit({ name: 'open', version: 1, ports: { wait: z.null(), extra: z.string() }, output: z.string() });
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const seen: string[] = [];
    const graph = k.build('wait', {
      wait: k.logic('wait', {
        to: ['extra'],
        run: async (_, ctx) => {
          await gate;
          return ctx.exit(seen.join());
        },
      }),
      extra: k.logic('extra', {
        to: [],
        run: (text, ctx) => {
          seen.push(text);
          if (seen.length === 2) release();
          return ctx.end(text);
        },
      }),
    });
    const r = rig([graph]);
    const handle = await r.start(graph, null);
    await r.post(handle.run, { type: 'add-tasks', tasks: [{ port: 'extra', payload: 'x', after: ['nobody'] }] });
    await r.post(handle.run, { type: 'add-tasks', tasks: [{ port: 'extra', payload: 5 }] });
    await r.post(handle.run, {
      type: 'add-tasks',
      tasks: [
        { port: 'extra', payload: 'second', name: 'second', after: ['first'] },
        { port: 'extra', payload: 'first', name: 'first' },
      ],
    });
    expect(await handle.done).toEqual({ status: 'completed', output: 'first,second' });
    const refused = (await r.log(handle.run)).flatMap((e) => (e.type === 'mail.refused' ? [e.data.error.code] : []));
    expect(refused.sort()).toEqual(['DEPENDENCY_UNKNOWN', 'PAYLOAD_INVALID']);
  });
});

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
  ] as const)('on %s: nothing is killed, and a raised budget goes on', async (_, budget, raised) => {
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

describe('agents in a graph', () => {
  const one = (result: AgentResult): AttemptRunner =>
    async function* () {
      yield { type: 'complete', usage: { ...NO_AGENT_USAGE, output: 1 }, result };
    };
  const k = graphKit({ name: 'agent', version: 1, ports: { work: z.null() }, output: z.string() });
  const graph = k.build('work', {
    work: k.agent('work', {
      agent: 'worker',
      claim: z.object({ files: z.array(z.string()) }),
      brief: () => ({ prompt: 'work' }),
      retry: { attempts: 2, backoffMs: 1 },
      to: [],
      take: (claim, _, ctx) => ctx.exit(claim.files.join()),
    }),
  });

  it('return a claim that fits, or fail for it after their tries', async () => {
    const good = rig([graph], { attemptRunner: one({ type: 'claim', claim: { files: ['a', 'b'] } }) });
    expect((await good.run(graph, null)).result).toEqual({ status: 'completed', output: 'a,b' });
    const bad = rig([graph], { attemptRunner: one({ type: 'claim', claim: { verdict: 'all green' } }) });
    const { run, result } = await bad.run(graph, null);
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'CLAIM_INVALID', message: expect.stringContaining('files') },
    });
    expect((await bad.types(run)).filter((type) => type === 'node.failed')).toHaveLength(2);
  });

  it('may honestly be blocked: a person is asked, no retry punishes it', async () => {
    const r = rig([graph], { attemptRunner: one({ type: 'blocker', blocker: 'the spec contradicts itself' }) });
    const { run, result } = await r.run(graph, null);
    expect(result).toMatchObject({ status: 'waiting', questions: [{ signal: 'assay.failure' }] });
    const failed = (await r.log(run)).flatMap((e) => (e.type === 'node.failed' ? [e.data] : []));
    expect(failed).toMatchObject([
      { error: { code: 'AGENT_BLOCKED', message: 'the spec contradicts itself' }, next: { do: 'ask' } },
    ]);
  });

  it('are paid for also where what was made of their claim throws: the log and the budget have it', async () => {
    const claim = { type: 'claim', claim: { ok: true } } as const;
    const attemptRunner: AttemptRunner = async function* () {
      yield { type: 'complete', usage: { ...NO_AGENT_USAGE, output: 100, usd: 0.2 }, result: claim };
    };
    const broken = graphKit({ name: 'broken', version: 1, ports: { work: z.null() }, output: z.null() });
    const thrower = broken.build('work', {
      work: broken.agent('work', {
        agent: 'worker',
        claim: z.object({ ok: z.boolean() }),
        brief: () => ({ prompt: 'work' }),
        retry: { attempts: 9, backoffMs: 1 },
        to: [],
        take: () => {
          throw new AssayError('GIT_FAILED', 'the disk is full');
        },
      }),
    });
    const r = rig([thrower], { attemptRunner });
    const { run, result } = await r.run(thrower, null, { budget: { usd: 0.5 } });
    expect(result).toEqual({ status: 'paused' });
    const failed = (await r.log(run)).flatMap((e) => (e.type === 'node.failed' ? [e.data] : []));
    expect(failed.map(({ usage }) => usage)).toEqual(Array(3).fill({ tokens: 100, usd: 0.2 }));
    expect(failed[0]?.error.code).toBe('GIT_FAILED');
    expect((await r.store.header(run))?.usd).toBeCloseTo(0.6);
  });

  it('need a crew', async () => {
    expect((await rig([graph]).run(graph, null)).result).toMatchObject({
      status: 'failed',
      error: { code: 'MODEL_UNAVAILABLE' },
    });
  });
});

describe('two drivers', () => {
  it('S2.21 never drive one run: the second is told who does', async () => {
    const graph = single((_, signal) => never(signal));
    const store = new MemoryStore();
    const [one, two] = [rig([graph], { store, worker: 'one' }), rig([graph], { store, worker: 'two' })];
    const handle = await one.start(graph, null);
    await expect(two.resume(handle.run)).rejects.toMatchObject({
      code: 'RUN_HELD',
      message: expect.stringContaining('one'),
    });
    await handle.stop();
  });

  it('S2.3 of one process: neither another driver nor one that asks takes the lease away', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const graph = single(async () => {
      await held;
      return 1;
    });
    const r = rig([graph]);
    const handle = await r.start(graph, null);
    await expect(r.resume(handle.run)).rejects.toMatchObject({
      code: 'RUN_HELD',
      message: expect.stringContaining('in this process already'),
    });
    expect(await r.store.lease(handle.run, driverId(r.deps.worker), 1_000)).toMatchObject({ ok: false });
    release();
    expect(await handle.done).toEqual({ status: 'completed', output: 1 });
  });

  it('S2.21 a driver that lost its lease stops at its next append and breaks nothing', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let calls = 0;
    const graph = single(async () => {
      calls += 1;
      if (calls === 1) await held;
      return calls;
    });
    const store = new MemoryStore();
    const one = rig([graph], { store, worker: 'one' });
    const two = rig([graph], { store, worker: 'two', deps: { isGone: (worker) => processOf(worker) === 'one' } });
    const first = await one.start(graph, null);
    while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const second = await two.resume(first.run);
    expect(await second.done).toEqual({ status: 'completed', output: 2 });
    release();
    await expect(first.done).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect((await two.log(first.run)).filter(({ type }) => type === 'run.ended')).toHaveLength(1);
  });
});

describe('letting go and coming back', () => {
  it('a stopped driver gives the lease back; the next one goes on where it was', async () => {
    let stuck = true;
    const graph = single((attempt, signal) => (stuck ? never(signal) : attempt));
    const r = rig([graph]);
    const handle = await r.start(graph, null);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await handle.stop();
    expect(await handle.done).toEqual({ status: 'stopped' });
    expect(await r.store.header(handle.run)).toMatchObject({
      status: 'running',
      lease: null,
      nodes: { running: 0, scheduled: 1 },
    });
    stuck = false;
    expect(await (await r.resume(handle.run)).done).toEqual({ status: 'completed', output: 2 });
    expect((await r.log(handle.run)).flatMap((e) => (e.type === 'node.interrupted' ? [e.data.why] : []))).toEqual([
      'stop',
    ]);
  });

  it('calls off also what was to begin in the moment of the stop', async () => {
    let begun = 0;
    const graph = single((attempt) => {
      begun += 1;
      return attempt;
    });
    let stop = (): void => {};
    const r = rig([graph], {
      deps: {
        saw: (_, events) => {
          if (events.some(({ type }) => type === 'node.started')) stop();
        },
      },
    });
    const handle = await r.start(graph, null);
    stop = () => void handle.stop();
    expect(await handle.done).toEqual({ status: 'stopped' });
    stop = () => {};
    expect(begun).toBe(0);
    expect((await r.types(handle.run)).slice(-2)).toEqual(['node.started', 'node.interrupted']);
    expect(await (await r.resume(handle.run)).done).toEqual({ status: 'completed', output: 2 });
  });

  it('a node under which drivers keep dying asks a person instead of dying for ever', async () => {
    const graph = single((_, signal) => never(signal));
    const store = new MemoryStore();
    let run: RunId | null = null;
    for (let n = 0; n < 3; n += 1) {
      // A driver that is dropped without a word, as by kill -9: its worker is known to be gone to the next one.
      const r = rig([graph], { store, worker: `driver-${n}`, deps: { isGone: () => true } });
      const handle: RunHandle = run === null ? await r.start(graph, null) : await r.resume(run);
      run = handle.run;
      handle.done.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (run === null) throw new Error('no run');
    const last = rig([graph], { store, worker: 'last', deps: { isGone: () => true } });
    expect(await (await last.resume(run)).done).toMatchObject({
      status: 'waiting',
      questions: [{ signal: 'assay.failure' }],
    });
    const failed = (await last.log(run)).flatMap((e) => (e.type === 'node.failed' ? [e.data.error.code] : []));
    expect(failed).toEqual(['NODE_KEEPS_CRASHING']);
  });

  it('refuses another graph until a person says how, and then adopts it', async () => {
    const graphOf = (version: number, output: number) => {
      const k = graphKit({
        name: 'changing',
        version,
        ports: { ask: z.null() },
        signals: { go: z.null() },
        output: z.number(),
      });
      return k.build('ask', {
        ask: k.logic('ask', {
          to: [],
          run: (_, ctx) => (ctx.answer('go') === undefined ? ctx.ask('go', null) : ctx.exit(output)),
        }),
      });
    };
    const store = new MemoryStore();
    const { run } = await rig([graphOf(1, 1)], { store }).run(graphOf(1, 1), null);
    const later = rig([graphOf(2, 2)], { store });
    await later.post(run, { type: 'signal', signal: 'go', act: null, payload: null });
    await expect(later.resume(run)).rejects.toMatchObject({
      code: 'GRAPH_CHANGED',
      next: expect.stringContaining('--adopt'),
    });
    expect(await later.store.header(run)).toMatchObject({ lease: null });
    expect(await (await later.resume(run, { adopt: { by: 'me' } })).done).toEqual({ status: 'completed', output: 2 });
    expect(await later.types(run)).toContain('graph.adopted');
  });

  it('does not adopt a graph that lost a node where work waits', async () => {
    const before = (() => {
      const k = graphKit({
        name: 'g',
        version: 1,
        ports: { old: z.null() },
        signals: { go: z.null() },
        output: z.null(),
      });
      return k.build('old', { old: k.logic('old', { to: [], run: (_, ctx) => ctx.ask('go', null) }) });
    })();
    const after = (() => {
      const k = graphKit({ name: 'g', version: 1, ports: { fresh: z.null() }, output: z.null() });
      return k.build('fresh', { fresh: k.logic('fresh', { to: [], run: (_, ctx) => ctx.exit(null) }) });
    })();
    const store = new MemoryStore();
    const { run } = await rig([before], { store }).run(before, null);
    await expect(rig([after], { store }).resume(run, { adopt: { by: 'me' } })).rejects.toMatchObject({
      code: 'GRAPH_CHANGED',
      message: expect.stringContaining('old'),
    });
  });

  it('says that an ended run has nothing to resume, and that a graph is unknown', async () => {
    const graph = single(() => 1);
    const r = rig([graph]);
    const { run } = await r.run(graph, null);
    await expect(r.resume(run)).rejects.toMatchObject({ code: 'RUN_OVER' });
    const store = new MemoryStore();
    const stopped = single((_, signal) => never(signal));
    const handle = await rig([stopped], { store }).start(stopped, null);
    await handle.stop();
    await expect(rig([], { store }).resume(handle.run)).rejects.toMatchObject({ code: 'GRAPH_UNKNOWN' });
  });

  it('keeps times in order when the wall clock goes backwards', async () => {
    const clock = manualClock(1_000_000);
    const k = graphKit({ name: 'time', version: 1, ports: { step: z.number() }, output: z.number() });
    const graph = k.build('step', {
      step: k.logic('step', {
        to: ['step'],
        run: (n, ctx) => {
          clock.setNow(clock.now() - 60_000);
          return n === 0 ? ctx.exit(n) : ctx.goto('step', n - 1);
        },
      }),
    });
    const r = rig([graph], { clock });
    const { run, result } = await r.run(graph, 5);
    expect(result.status).toBe('completed');
    const times = (await r.log(run)).map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('stops with the disk’s error when the log cannot be written, and loses nothing', async () => {
    const graph = single(() => 1);
    const store = new MemoryStore();
    const full = new Proxy(store, {
      get(target, name) {
        if (name !== 'append') return Reflect.get(target, name, target).bind(target);
        return () => Promise.reject(new AssayError('DISK_FULL', 'no room'));
      },
    });
    const handle = await rig([graph], { store: full }).start(graph, null);
    await expect(handle.done).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(await (await rig([graph], { store }).resume(handle.run)).done).toEqual({ status: 'completed', output: 1 });
  });
});
