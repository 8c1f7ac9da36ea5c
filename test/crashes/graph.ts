import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { graphKit } from '#engine/graph/kit.ts';
import { Observed } from '#engine/graph/node.ts';
import { collect, slots } from '#engine/graph/ports.ts';

const Item = z.object({ n: z.number() });

/** How often each effect was really done, counted outside of the run: one line a time. */
export class Ledger {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  times(key: string): number {
    const file = join(this.#folder, key);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  }

  effect(key: string, value: number) {
    return {
      find: async () => (this.times(key) > 0 ? value : undefined),
      do: async () => {
        appendFileSync(join(this.#folder, key), 'done\n');
        return value;
      },
    };
  }
}

const inner = (ledger: Ledger) => {
  const k = graphKit({ name: 'inner', version: 1, ports: { enter: Item, leave: Item }, output: z.number() });
  return k.build('enter', {
    enter: k.logic('enter', { pure: true, to: ['leave'], run: (item, ctx) => ctx.goto('leave', item) }),
    leave: k.logic('leave', {
      to: [],
      run: async ({ n }, ctx) => ctx.exit(await ctx.effect('inner', ledger.effect(`inner-${n}`, n * 100))),
    }),
  });
};

/** A graph with one of everything that could go wrong when the process dies. */
export function crashGraph(ledger: Ledger) {
  const k = graphKit({
    name: 'crash',
    version: 1,
    ports: {
      plan: z.number(),
      build: Item,
      shaky: Item,
      deep: Item,
      left: Item,
      right: Item,
      pair: slots({ left: z.number(), right: z.number() }),
      all: collect(z.number()),
      advise: Item,
      watch: Observed,
      merge: z.object({ sum: z.number(), round: z.number() }),
      agent: Item,
      approve: Item,
    },
    signals: { approve: z.string() },
    output: z.object({ sum: z.number(), merged: z.array(z.number()) }),
  });
  return k.build('plan', {
    plan: k.logic('plan', {
      pure: true,
      to: ['build', 'shaky', 'deep', 'left', 'right', 'advise', 'agent', 'approve', 'all'],
      run: (count, ctx) => {
        const builds = Array.from({ length: count }, (_, n) =>
          ctx.to('build', { n }, { name: `build_${n}`, after: n > 1 ? [`build_${n - 2}`] : [] }),
        );
        const rest = [
          ctx.to('shaky', { n: 1 }),
          ctx.to('deep', { n: 2 }),
          ctx.to('left', { n: 3 }),
          ctx.to('right', { n: 4 }),
          ctx.to('agent', { n: 6 }),
          ctx.to('approve', { n: 7 }),
        ];
        return ctx.fork([...builds, ...rest, ctx.to('advise', { n: 5 })], { collect: 'all' });
      },
    }),
    build: k.logic('build', {
      to: ['all'],
      run: async ({ n }, ctx) => ctx.goto('all', await ctx.effect('build', ledger.effect(`build-${n}`, n))),
    }),
    shaky: k.logic('shaky', {
      to: ['all'],
      retry: { attempts: 3, backoffMs: 2 },
      run: async ({ n }, ctx) => {
        const value = await ctx.effect('once', ledger.effect('shaky', n));
        if (ctx.attempt === 1) throw new Error('the first try always fails');
        return ctx.goto('all', value);
      },
    }),
    deep: k.subgraph('deep', { graph: inner(ledger), to: ['all'], take: (output, _, ctx) => ctx.goto('all', output) }),
    left: k.logic('left', { pure: true, to: ['pair.left'], run: ({ n }, ctx) => ctx.goto('pair.left', n) }),
    right: k.logic('right', { pure: true, to: ['pair.right'], run: ({ n }, ctx) => ctx.goto('pair.right', n) }),
    pair: k.join('pair', { to: ['merge'], run: ({ left, right }, ctx) => ctx.end(left + right) }),
    all: k.join('all', {
      to: ['merge'],
      run: (values, ctx) => ctx.goto('merge', { sum: values.reduce((a, b) => a + b, 0), round: 0 }),
    }),
    agent: k.agent('agent', {
      agent: 'worker',
      claim: Item,
      brief: ({ n }) => ({ prompt: String(n) }),
      to: ['all'],
      take: async ({ n }, _, ctx) => ctx.goto('all', await ctx.effect('take', ledger.effect(`agent-${n}`, n))),
    }),
    // Asks a person; the effect of the answer happens once, however often the process dies.
    approve: k.logic('approve', {
      to: ['all'],
      run: async ({ n }, ctx) => {
        if (ctx.answer('approve') === undefined) return ctx.ask('approve', 'may it?');
        return ctx.goto('all', await ctx.effect('approved', ledger.effect(`approved-${n}`, n)));
      },
    }),
    advise: k.advisory('advise', { run: ({ n }) => ({ advice: n }) }),
    watch: k.observer('watch', { watches: ['merge'], run: ({ what }) => ({ saw: what.outcome }) }),
    merge: k.logic('merge', {
      to: ['merge'],
      run: async ({ sum, round }, ctx) => {
        await ctx.effect('commit', ledger.effect(`merge-${round}`, round));
        if (round < 3) return ctx.goto('merge', { sum, round: round + 1 });
        return ctx.exit({ sum, merged: [0, 1, 2, 3] });
      },
    }),
  });
}
