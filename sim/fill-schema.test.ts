import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { misfit } from './faults.ts';
import { fillSchema } from './fill-schema.ts';
import { WireSchema } from './types.ts';

const schemaOf = (type: z.ZodType): WireSchema => WireSchema.parse(JSON.parse(JSON.stringify(z.toJSONSchema(type))));

const fits = (type: z.ZodType): void => {
  const filled = fillSchema(schemaOf(type));
  expect(type.safeParse(filled).error, JSON.stringify(filled)).toBeUndefined();
};

interface Tree {
  name: string;
  children: Tree[];
}
const Tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree);
  },
});

describe('X1 fillSchema', () => {
  it.each([
    ['scalars', z.object({ s: z.string(), n: z.number(), i: z.int(), b: z.boolean(), nil: z.null() })],
    [
      'bounds',
      z.object({ a: z.int().min(3).max(4), b: z.number().gt(2).lt(2.5), c: z.number().max(-7), d: z.int().positive() }),
    ],
    ['multiples', z.object({ a: z.number().multipleOf(5).min(7), b: z.number().multipleOf(3).max(-4) })],
    ['lengths', z.object({ short: z.string().max(3), long: z.string().min(50), both: z.string().min(2).max(2) })],
    ['formats', z.object({ a: z.iso.datetime(), b: z.iso.date(), c: z.email(), d: z.url(), e: z.uuid(), f: z.ipv4() })],
    [
      'patterns',
      z.object({ sha: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/), slug: z.string().regex(/^[a-z-]+$/) }),
    ],
    ['enums and constants', z.object({ e: z.enum(['x', 'y']), l: z.literal(7), many: z.literal(['a', 'b']) })],
    [
      'arrays',
      z.object({
        some: z.array(z.string()).min(3).max(4),
        tuple: z.tuple([z.string(), z.int()]),
        none: z.array(z.int()).max(0),
      }),
    ],
    ['records', z.object({ free: z.record(z.string(), z.int()), keyed: z.record(z.enum(['a', 'b']), z.boolean()) })],
    [
      'unions',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('done'), sha: z.string() }),
        z.object({ kind: z.literal('blocked') }),
      ]),
    ],
    [
      'nullable and optional',
      z.object({ a: z.string().nullable(), b: z.int().optional(), c: z.string().default('d') }),
    ],
    ['intersections', z.intersection(z.object({ a: z.string() }), z.object({ b: z.int().min(2) }))],
    ['recursion', Tree],
  ])('fits %s', (_name, type) => {
    fits(type);
  });

  it('fits any integer range and array size, and says the same twice', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat({ max: 50 }), fc.nat({ max: 6 }), (low, span, size) => {
        const type = z
          .array(
            z
              .int()
              .min(low)
              .max(low + span),
          )
          .min(size);
        fits(
          z.object({
            numbers: type,
            range: z
              .number()
              .min(low)
              .max(low + span),
          }),
        );
        expect(fillSchema(schemaOf(type))).toEqual(fillSchema(schemaOf(type)));
      }),
    );
  });

  it('makes unique items differ', () => {
    const items = z
      .array(z.string())
      .parse(fillSchema({ type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true }));
    expect(new Set(items).size).toBe(3);
  });

  it('follows references, with names that need unescaping, and survives ones that lead nowhere', () => {
    const defs = { 'a/b': { type: 'integer', minimum: 9 } };
    expect(fillSchema({ $ref: '#/$defs/a~1b', $defs: defs })).toBe(9);
    expect(fillSchema({ $ref: '#/$defs/missing' })).toEqual(expect.any(String));
    expect(fillSchema({ $ref: '#' })).toEqual(expect.any(String));
  });

  it("reads Gemini's upper-case types", () => {
    expect(fillSchema({ type: 'OBJECT', properties: { n: { type: 'INTEGER' } }, required: ['n'] })).toEqual({ n: 0 });
  });

  it('reads bounds that a client moved into the description', () => {
    const numbers = { type: 'array', items: { type: 'integer' }, description: 'Some.\nmin items: 3; max items: 5.' };
    expect(fillSchema(numbers)).toHaveLength(3);
    expect(fillSchema({ type: 'string', description: 'pattern: ^v\\d+\\.\\d+\\.\\d+$.' })).toBe('v1.0.0');
    expect(fillSchema({ type: 'number', description: 'minimum: 2.5; maximum: 9.' })).toBe(3);
    expect(fillSchema({ type: 'string', description: 'Note: nothing.' })).toEqual(expect.any(String));
  });

  it('has a counterpart that never fits', () => {
    const type = z.object({ verdict: z.string(), count: z.int(), tags: z.array(z.string()), ok: z.boolean() });
    const spoilt = misfit(fillSchema(schemaOf(type)), schemaOf(type));
    expect(type.safeParse(spoilt).error?.issues.map((issue) => issue.path[0])).toEqual([
      'verdict',
      'count',
      'tags',
      'ok',
    ]);
  });
});
