import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { graphKit } from '../graph/kit.ts';
import { collect } from '../graph/ports.ts';
import { rig } from '../testing/rig.ts';
import { singleNode } from '../testing/single-node.ts';

describe('S2 nodes that fail', () => {
  it('S2.12 are retried with a growing wait, then fail the run with the error', async () => {
    const graph = singleNode(
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
    const graph = singleNode(
      (attempt) => {
        if (attempt < 3) throw new Error('not yet');
        return attempt;
      },
      { retry: { attempts: 3, backoffMs: 1 } },
    );
    expect((await rig([graph]).run(graph, null)).result).toEqual({ status: 'completed', output: 3 });
  });

  it('S2.12 time out, even when they ignore their signal', async () => {
    const graph = singleNode(() => new Promise(() => {}), { timeoutMs: 20 });
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

  it('S2.14 ask a person if the graph says so, and follow the answer', async () => {
    for (const [choice, expected] of [
      ['retry', { status: 'completed', output: 2 }],
      ['fail', { status: 'failed', error: { code: 'NODE_ABORTED' } }],
      ['skip', { status: 'failed', error: { code: 'RUN_STUCK' } }],
    ] as const) {
      const graph = singleNode(
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
