import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Mail } from '#contracts/mail.ts';
import { manualClock } from '#host/clock.ts';
import { graphKit } from '../graph/kit.ts';
import { SqliteStore } from '../log/sqlite-store.ts';
import { rig } from '../testing/rig.ts';
import { never, singleNode } from '../testing/single-node.ts';

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
    const graph = singleNode((_, signal) =>
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

  it('S2.13 cancels it while no one drives it: the next driver begins nothing first', async () => {
    let begun = 0;
    const graph = singleNode((_, signal) => {
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
