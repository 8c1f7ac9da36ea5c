import { z } from 'zod';
import { graphKit } from '#engine/graph/kit.ts';
import { collect } from '#engine/graph/ports.ts';

const kit = graphKit({
  name: 'squares',
  version: 1,
  ports: {
    plan: z.array(z.number()),
    square: z.object({ n: z.number() }),
    sum: collect(z.number()),
  },
  output: z.number(),
});

export const squares = kit.build('plan', {
  plan: kit.logic('plan', {
    to: ['square', 'sum'],
    run: (numbers, ctx) =>
      ctx.fork(
        numbers.map((n) => ctx.to('square', { n })),
        { collect: 'sum' },
      ),
  }),
  square: kit.logic('square', {
    to: ['sum'],
    retry: { attempts: 3, backoffMs: 100 },
    run: ({ n }, ctx) => ctx.goto('sum', n * n),
  }),
  sum: kit.join('sum', {
    to: [],
    pure: true,
    run: (squared, ctx) => ctx.exit(squared.reduce((a, b) => a + b, 0)),
  }),
});
