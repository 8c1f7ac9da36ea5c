import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Outcome } from './context.ts';
import { graphKit } from './kit.ts';
import type { Policies } from './node.ts';

interface Variant {
  readonly version?: number;
  readonly policies?: Policies;
  readonly output?: z.ZodType;
  readonly handler?: (ctx: { end(): Outcome }) => Outcome;
}

function build({ version = 1, policies = {}, output = z.null(), handler = (ctx) => ctx.end() }: Variant = {}) {
  const k = graphKit({ name: 'g', version, ports: { only: z.object({ n: z.number() }) }, output });
  return k.build('only', { only: k.logic('only', { ...policies, to: ['only'], run: (_, ctx) => handler(ctx) }) });
}

describe('H1 a graph', () => {
  it('has a hash of its structure, policies, schemas and version, and not of its handlers', () => {
    const { hash } = build().ref;
    expect(build().ref.hash).toBe(hash);
    expect(
      build({
        handler: (ctx) => {
          ctx.end();
          return ctx.end();
        },
      }).ref.hash,
    ).toBe(hash);
    expect(build({ version: 2 }).ref.hash).not.toBe(hash);
    expect(build({ policies: { timeoutMs: 5 } }).ref.hash).not.toBe(hash);
    expect(build({ output: z.string() }).ref.hash).not.toBe(hash);
  });

  it('H1.3 is refused when a node cannot be reached', () => {
    const k = graphKit({ name: 'g', version: 1, ports: { a: z.null(), lost: z.null() }, output: z.null() });
    const make = () =>
      k.build('a', {
        a: k.logic('a', { to: [], run: (_, ctx) => ctx.exit(null) }),
        lost: k.logic('lost', { to: [], run: (_, ctx) => ctx.exit(null) }),
      });
    expect(make).toThrow(expect.objectContaining({ code: 'GRAPH_INVALID', message: expect.stringContaining('lost') }));
  });

  it('is refused when a node has a name that ports and ids could not carry', () => {
    const k = graphKit({ name: 'g', version: 1, ports: { 'a.b': z.null() }, output: z.null() });
    expect(() => k.build('a.b', { 'a.b': k.logic('a.b', { to: [], run: (_, ctx) => ctx.exit(null) }) })).toThrow(
      expect.objectContaining({ code: 'GRAPH_INVALID' }),
    );
  });
});
