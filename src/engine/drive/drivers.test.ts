import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import { manualClock } from '#host/clock.ts';
import { graphKit } from '../graph/kit.ts';
import { MemoryStore } from '../log/memory-store.ts';
import { rig } from '../testing/rig.ts';
import { never, singleNode } from '../testing/single-node.ts';
import { driverId, processOf } from './driver-id.ts';
import type { RunHandle } from './types.ts';

describe('two drivers', () => {
  it('S2.21 never drive one run: the second learns which process does', async () => {
    const graph = singleNode((_, signal) => never(signal));
    const store = new MemoryStore();
    const [one, two] = [rig([graph], { store, worker: 'one' }), rig([graph], { store, worker: 'two' })];
    const handle = await one.start(graph, null);
    await expect(two.resume(handle.run)).rejects.toMatchObject({
      code: 'RUN_HELD',
      message: expect.stringContaining('one'),
    });
    await handle.stop();
  });

  it('S2.3 in one process: neither another driver nor a question takes the lease away', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const graph = singleNode(async () => {
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
    const graph = singleNode(async () => {
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
  it('a stopped driver gives the lease back; the next one continues where it was', async () => {
    let stuck = true;
    const graph = singleNode((attempt, signal) => (stuck ? never(signal) : attempt));
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

  it('also cancels nodes that were about to begin at the moment of the stop', async () => {
    let begun = 0;
    const graph = singleNode((attempt) => {
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
    const graph = singleNode((_, signal) => never(signal));
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
    const graph = singleNode(() => 1);
    const r = rig([graph]);
    const { run } = await r.run(graph, null);
    await expect(r.resume(run)).rejects.toMatchObject({ code: 'RUN_OVER' });
    const store = new MemoryStore();
    const stopped = singleNode((_, signal) => never(signal));
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
    const graph = singleNode(() => 1);
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
