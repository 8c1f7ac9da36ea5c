import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { graphKit } from '../graph/kit.ts';
import { Observed } from '../graph/node.ts';
import { collect, slots } from '../graph/ports.ts';
import { rig } from '../testing/rig.ts';

const N = z.object({ n: z.number() });

describe('H1 S2 a run flows through its graph', () => {
  it('along gotos and loops to its exit', async () => {
    const k = graphKit({ name: 'loop', version: 1, ports: { count: N }, output: z.number() });
    const graph = k.build('count', {
      count: k.logic('count', {
        to: ['count'],
        run: ({ n }, ctx) => (n >= 10 ? ctx.exit(n) : ctx.goto('count', { n: n + 1 })),
      }),
    });
    const r = rig([graph]);
    const { run, result } = await r.run(graph, { n: 0 });
    expect(result).toEqual({ status: 'completed', output: 10 });
    const completed = (await r.log(run)).filter(({ type }) => type === 'node.completed');
    expect(completed).toHaveLength(11);
  });

  it('H1.4 through a fan-out and the join that collects it, in order of arrival, also when nothing was sent', async () => {
    const k = graphKit({
      name: 'fan',
      version: 1,
      ports: { plan: z.array(z.number()), square: N, sum: collect(z.number()) },
      output: z.array(z.number()),
    });
    const graph = k.build('plan', {
      plan: k.logic('plan', {
        to: ['square', 'sum'],
        run: (items, ctx) =>
          ctx.fork(
            items.map((n) => ctx.to('square', { n })),
            { collect: 'sum' },
          ),
      }),
      square: k.logic('square', { to: ['sum'], run: ({ n }, ctx) => (n < 0 ? ctx.end() : ctx.goto('sum', n * n)) }),
      sum: k.join('sum', { to: [], run: (squares, ctx) => ctx.exit([...squares].sort((a, b) => a - b)) }),
    });
    const r = rig([graph]);
    expect((await r.run(graph, [1, 2, 3])).result).toEqual({ status: 'completed', output: [1, 4, 9] });
    expect((await r.run(graph, [])).result).toEqual({ status: 'completed', output: [] });
    // Branches that end without arriving are not waited for.
    expect((await r.run(graph, [2, -1, 3])).result).toEqual({ status: 'completed', output: [4, 9] });
  });

  it('H1.4 keeps rounds of a join apart, by the fork they came from', async () => {
    const Round = z.object({ round: z.number(), ms: z.number() });
    const k = graphKit({
      name: 'rounds',
      version: 1,
      ports: {
        begin: z.number(),
        round: Round,
        left: Round,
        right: Round,
        both: slots({ left: z.number(), right: z.number() }),
        all: collect(z.tuple([z.number(), z.number()])),
      },
      output: z.array(z.tuple([z.number(), z.number()])),
    });
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const graph = k.build('begin', {
      begin: k.logic('begin', {
        to: ['round', 'all'],
        run: (rounds, ctx) =>
          ctx.fork(
            Array.from({ length: rounds }, (_, round) => ctx.to('round', { round, ms: (rounds - round) * 5 })),
            {
              collect: 'all',
            },
          ),
      }),
      round: k.logic('round', {
        to: ['left', 'right'],
        run: (input, ctx) => ctx.fork([ctx.to('left', input), ctx.to('right', { ...input, ms: 1 })]),
      }),
      left: k.logic('left', {
        to: ['both.left'],
        run: async ({ round, ms }, ctx) => {
          await pause(ms);
          return ctx.goto('both.left', round);
        },
      }),
      right: k.logic('right', { to: ['both.right'], run: ({ round }, ctx) => ctx.goto('both.right', round) }),
      both: k.join('both', { to: ['all'], run: ({ left, right }, ctx) => ctx.goto('all', [left, right]) }),
      all: k.join('all', { to: [], run: (pairs, ctx) => ctx.exit([...pairs]) }),
    });
    const { result } = await rig([graph]).run(graph, 5);
    if (result.status !== 'completed') throw new Error(JSON.stringify(result));
    const pairs = z.array(z.tuple([z.number(), z.number()])).parse(result.output);
    expect(pairs).toHaveLength(5);
    for (const [left, right] of pairs) expect(left).toBe(right);
  });

  it('into sub-graphs and out again, several at once, each with its own inside', async () => {
    const inner = (() => {
      const k = graphKit({ name: 'inner', version: 1, ports: { up: N, done: N }, output: z.number() });
      return k.build('up', {
        up: k.logic('up', { to: ['done'], run: ({ n }, ctx) => ctx.goto('done', { n: n + 1 }) }),
        done: k.logic('done', { to: [], run: ({ n }, ctx) => ctx.exit(n * 10) }),
      });
    })();
    const k = graphKit({
      name: 'outer',
      version: 1,
      ports: { split: z.array(z.number()), sub: N, all: collect(z.number()) },
      output: z.array(z.number()),
    });
    const outer = k.build('split', {
      split: k.logic('split', {
        to: ['sub', 'all'],
        run: (items, ctx) =>
          ctx.fork(
            items.map((n) => ctx.to('sub', { n })),
            { collect: 'all' },
          ),
      }),
      sub: k.subgraph('sub', { graph: inner, to: ['all'], take: (output, { n }, ctx) => ctx.goto('all', output + n) }),
      all: k.join('all', { to: [], run: (items, ctx) => ctx.exit([...items].sort((a, b) => a - b)) }),
    });
    const r = rig([outer]);
    const { run, result } = await r.run(outer, [1, 2, 3]);
    expect(result).toEqual({ status: 'completed', output: [21, 32, 43] });
    expect(await r.types(run)).toContain('graph.entered');
    expect(Object.keys(outer.shape.nodes)).toContain('sub/up');
  });

  it('S2.15 with tasks added while running: named, waiting for each other, given their parents’ results', async () => {
    const Task = z.object({ say: z.string() });
    const k = graphKit({
      name: 'tasks',
      version: 1,
      ports: { plan: z.null(), task: Task, all: collect(z.string()) },
      output: z.array(z.string()),
    });
    const graph = k.build('plan', {
      plan: k.logic('plan', {
        to: ['task', 'all'],
        run: (_, ctx) =>
          ctx.fork(
            [
              // On purpose before what it waits for.
              ctx.to('task', { say: 'roof' }, { name: 'roof', after: ['walls', 'ground'] }),
              ctx.to('task', { say: 'walls' }, { name: 'walls', after: ['ground'] }),
              ctx.to('task', { say: 'ground' }, { name: 'ground' }),
            ],
            { collect: 'all' },
          ),
      }),
      task: k.logic('task', {
        to: ['all'],
        run: ({ say }, ctx) => ctx.goto('all', `${say}(${Object.values(ctx.parents).join(' ')})`),
      }),
      all: k.join('all', { to: [], run: (said, ctx) => ctx.exit([...said]) }),
    });
    const { result } = await rig([graph]).run(graph, null);
    expect(result).toEqual({
      status: 'completed',
      output: ['ground()', 'walls(ground())', 'roof(walls(ground()) ground())'],
    });
  });

  it('with advisers and observers beside it, whose notes are kept and whose failure fails nothing', async () => {
    const k = graphKit({
      name: 'aside',
      version: 1,
      ports: { work: N, advise: N, broken: N, watch: Observed, end: N },
      output: z.number(),
    });
    const atEnd = Promise.withResolvers<void>();
    const graph = k.build('work', {
      work: k.logic('work', {
        to: ['advise', 'broken', 'end'],
        run: (input, ctx) => ctx.fork([ctx.to('advise', input), ctx.to('broken', input), ctx.to('end', input)]),
      }),
      advise: k.advisory('advise', {
        run: async ({ n }) => {
          await atEnd.promise;
          await new Promise((resolve) => setTimeout(resolve, 30));
          return `think about ${n}`;
        },
      }),
      broken: k.advisory('broken', {
        run: () => {
          throw new Error('no idea');
        },
      }),
      watch: k.observer('watch', { watches: ['work', 'end'], run: ({ what, input }) => ({ saw: what.node, input }) }),
      end: k.logic('end', {
        to: [],
        run: ({ n }, ctx) => {
          atEnd.resolve();
          return ctx.exit(n);
        },
      }),
    });
    const r = rig([graph]);
    const { run, result } = await r.run(graph, { n: 4 });
    expect(result).toEqual({ status: 'completed', output: 4 });
    const log = await r.log(run);
    // The adviser was slower than the run: the run drained, it did not lose the note.
    expect(log.map(({ type }) => type)).toContain('run.draining');
    const notes = log.flatMap((event) =>
      event.type === 'node.completed' && event.data.outcome === 'note' ? [event.data.result] : [],
    );
    expect(notes).toContainEqual({ inline: 'think about 4' });
    expect(notes).toContainEqual({ inline: { saw: 'work', input: { n: 4 } } });
    expect(notes).toContainEqual({ inline: { saw: 'end', input: { n: 4 } } });
    expect(log.at(-1)?.type).toBe('run.ended');
  });

  it('calls off branches that are no longer wanted', async () => {
    const k = graphKit({
      name: 'race',
      version: 1,
      ports: { go: z.null(), slow: z.null(), fast: z.null() },
      output: z.string(),
    });
    let aborted = false;
    const graph = k.build('go', {
      go: k.logic('go', {
        to: ['slow', 'fast'],
        run: (_, ctx) => ctx.fork([ctx.to('slow', null), ctx.to('fast', null)]),
      }),
      slow: k.logic('slow', {
        to: [],
        run: (_, ctx) =>
          new Promise((_resolve, reject) => {
            ctx.signal.addEventListener('abort', () => {
              aborted = true;
              reject(ctx.signal.reason);
            });
          }),
      }),
      fast: k.logic('fast', { to: [], run: (_, ctx) => ctx.exit('first', { cancel: ['slow'] }) }),
    });
    const r = rig([graph]);
    const { run, result } = await r.run(graph, null);
    expect(result).toEqual({ status: 'completed', output: 'first' });
    expect(aborted).toBe(true);
    expect(await r.types(run)).toContain('node.cancelled');
  });

  it('and says so when every path has ended and none reached the exit', async () => {
    const k = graphKit({
      name: 'stuck',
      version: 1,
      ports: { go: z.null(), both: slots({ left: z.null(), right: z.null() }) },
      output: z.null(),
    });
    const graph = k.build('go', {
      go: k.logic('go', { to: ['both.left'], run: (_, ctx) => ctx.goto('both.left', null) }),
      both: k.join('both', { to: [], run: (_, ctx) => ctx.exit(null) }),
    });
    const { result } = await rig([graph]).run(graph, null);
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'RUN_STUCK', message: expect.stringContaining('both') },
    });
  });

  it('with payloads too large for the log as blobs', async () => {
    const k = graphKit({ name: 'big', version: 1, ports: { make: z.number(), take: z.string() }, output: z.number() });
    const graph = k.build('make', {
      make: k.logic('make', { to: ['take'], run: (n, ctx) => ctx.goto('take', 'x'.repeat(n)) }),
      take: k.logic('take', { to: [], run: (text, ctx) => ctx.exit(text.length) }),
    });
    const r = rig([graph]);
    const { run, result } = await r.run(graph, 500_000);
    expect(result).toEqual({ status: 'completed', output: 500_000 });
    expect(JSON.stringify(await r.log(run)).length).toBeLessThan(20_000);
  });
});
