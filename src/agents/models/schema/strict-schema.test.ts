import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import type { JsonSchema } from '#contracts/model.ts';
import { checkerOf, schemaOf, zodOf } from './claim-schema.ts';
import { strictSchema } from './strict-schema.ts';

const Claim = z.object({
  done: z.boolean(),
  note: z.string().optional(),
  owner: z.string().nullable().optional(),
  files: z.array(z.object({ path: z.string(), lines: z.number().int().optional() })),
  kind: z.discriminatedUnion('type', [
    z.object({ type: z.literal('fix'), issue: z.number().optional() }),
    z.object({ type: z.literal('feature'), title: z.string() }),
  ]),
});

/** Every object in a schema, wherever it is. */
function objectsIn(schema: Json): JsonSchema[] {
  if (Array.isArray(schema)) return schema.flatMap(objectsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const here = 'type' in schema && schema.type === 'object' ? [{ ...schema }] : [];
  return [...here, ...Object.values(schema).flatMap(objectsIn)];
}

describe('a strict schema', () => {
  const plain = schemaOf(Claim);
  const strict = strictSchema(plain);

  it('closes every object and requires every property', () => {
    const objects = objectsIn(strict?.schema ?? {});
    expect(objects).toHaveLength(4);
    for (const each of objects) {
      expect(each.additionalProperties).toBe(false);
      expect(each.required).toEqual(Object.keys(Object(each.properties)));
    }
    expect(strict?.schema).not.toHaveProperty('$schema');
    expect(JSON.stringify(strict?.schema)).not.toContain('oneOf');
  });

  it('takes the optional as null, and leaves it out again on the way back', () => {
    const answered = {
      done: true,
      note: null,
      owner: null,
      files: [{ path: 'a', lines: null }],
      kind: { type: 'fix', issue: null },
    };
    expect(checkerOf(strict?.schema ?? {})(answered)).toBeNull();
    expect(checkerOf(plain)(answered)).not.toBeNull();
    const restored = strict?.restore(answered);
    expect(restored).toEqual({ done: true, owner: null, files: [{ path: 'a' }], kind: { type: 'fix' } });
    expect(checkerOf(plain)(restored ?? null)).toBeNull();
  });

  it('leaves a complete schema unchanged', () => {
    const values = fc.record({
      done: fc.boolean(),
      note: fc.string(),
      owner: fc.option(fc.string()),
      files: fc.array(fc.record({ path: fc.string(), lines: fc.integer() })),
      kind: fc.oneof(
        fc.record({ type: fc.constant('fix'), issue: fc.integer() }),
        fc.record({ type: fc.constant('feature'), title: fc.string() }),
      ),
    });
    fc.assert(fc.property(values, (value) => void expect(strict?.restore(value)).toEqual(value)));
  });

  it('follows references', () => {
    const tree = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      required: ['root'],
      $defs: {
        node: {
          type: 'object',
          properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } },
          required: ['name'],
        },
      },
    };
    const restored = strictSchema(tree)?.restore({ root: { name: 'a', next: { name: 'b', next: null } } });
    expect(restored).toEqual({ root: { name: 'a', next: { name: 'b' } } });
  });

  it.each<[string, JsonSchema]>([
    ['free keys', { type: 'object', additionalProperties: { type: 'number' } }],
    ['a property that may be anything', { type: 'object', properties: { a: {} } }],
    ['an alternative at the top', { anyOf: [{ type: 'object' }, { type: 'object' }] }],
    ['both of two', { type: 'object', properties: { a: { allOf: [{ type: 'string' }] } } }],
    ['no object', { type: 'string' }],
  ])('cannot say %s', (_, schema) => expect(strictSchema(schema)).toBeNull());
});

describe('a claim’s schema', () => {
  it('survives a trip through zod without accepting anything else', () => {
    const there = checkerOf(schemaOf(zodOf(schemaOf(Claim))));
    const good = { done: true, files: [], kind: { type: 'feature', title: 't' } };
    expect(there(good)).toBeNull();
    expect(there({ ...good, done: 'yes' })).toContain('done');
    expect(there({ ...good, kind: { type: 'none' } })).toContain('kind');
  });

  it('is made once for all the steps that ask for it', () => {
    const schema = schemaOf(Claim);
    expect(zodOf(schema)).toBe(zodOf(schema));
  });

  it('is refused where it cannot be checked', () => {
    expect(() => zodOf({ not: { type: 'string' } })).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });

  it('names a few of many problems', () => {
    const many = checkerOf({ type: 'array', items: { type: 'number' } })(Array.from({ length: 9 }, () => 'x'));
    expect(many).toContain('and 4 more');
  });
});
