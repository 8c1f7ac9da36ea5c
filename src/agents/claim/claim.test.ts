import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import type { JsonSchema } from '#contracts/model.ts';
import { JsonSchema as Schema } from '#contracts/model.ts';
import { fillSchema } from '#sim/fill-schema.ts';
import { claimSchema, readClaim } from './read-claim.ts';
import { wrapClaim } from './wrap-claim.ts';

const done: JsonSchema = {
  type: 'object',
  properties: { done: { type: 'boolean' }, files: { type: 'array', items: { type: 'string' } } },
  required: ['done'],
  additionalProperties: false,
};

describe('C1 the claim envelope', () => {
  it('lets an agent claim, or say honestly that it cannot', () => {
    expect(readClaim({ claim: { done: true }, blocker: null }, done)).toEqual({ type: 'claim', claim: { done: true } });
    expect(readClaim({ claim: null, blocker: 'no network' }, done)).toEqual({ type: 'blocker', blocker: 'no network' });
  });

  it('takes a bare claim that fits, and text that holds one', () => {
    const read = { type: 'claim', claim: { done: true } };
    expect(readClaim({ done: true }, done)).toEqual(read);
    expect(readClaim('So:\n```json\n{"claim":{"done":true},"blocker":null}\n```', done)).toEqual(read);
    expect(readClaim('{"done":true}', done)).toEqual(read);
    expect(readClaim('all fine', { type: 'string' })).toEqual({ type: 'claim', claim: 'all fine' });
  });

  it.each([
    ['prose', 'I did everything.', /no JSON/],
    ['a field of another type', { claim: { done: 'very' }, blocker: null }, /in claim: done/],
    ['a bare one that does not fit', { done: 'very' }, /done/],
    ['both', { claim: { done: true }, blocker: 'but' }, /a claim and a blocker/],
    ['neither', { claim: null, blocker: null }, /neither/],
    ['an empty blocker', { claim: null, blocker: '' }, /neither/],
    ['a blocker that is no text', { claim: null, blocker: 3 }, /blocker/],
    ['a list', [], /./],
  ])('says what is wrong with %s', (_, said, problem) => {
    const read = readClaim(said, done);
    expect(read).toMatchObject({ type: 'invalid', problems: expect.stringMatching(problem) });
  });

  it('does not take a wrapped claim for a bare one, however loose the schema', () => {
    const loose: JsonSchema = { type: 'object' };
    expect(readClaim({ claim: { a: 1 }, blocker: null }, loose)).toEqual({ type: 'claim', claim: { a: 1 } });
    expect(readClaim({ claim: null, blocker: 'x' }, loose)).toEqual({ type: 'blocker', blocker: 'x' });
    const odd: JsonSchema = { type: 'object', properties: { claim: { type: 'number' } }, required: ['claim'] };
    expect(readClaim({ claim: 7 }, odd)).toEqual({ type: 'claim', claim: { claim: 7 } });
  });

  it('takes null for what may be left out, as strict mode makes models write it, and for nothing else', () => {
    const finding = {
      type: 'object',
      properties: { line: { anyOf: [{ type: 'integer' }, { type: 'null' }] }, code: { type: 'string' } },
      required: ['line'],
      additionalProperties: false,
    };
    const schema = { type: 'object', properties: { findings: { type: 'array', items: finding } } };
    const said = (findings: Json) => readClaim({ claim: { findings }, blocker: null }, schema);
    expect(said([{ line: null, code: null }])).toEqual({ type: 'claim', claim: { findings: [{ line: null }] } });
    expect(said([{ line: 3, code: 'X' }])).toEqual({ type: 'claim', claim: { findings: [{ line: 3, code: 'X' }] } });
    expect(said([{ code: 'X' }])).toMatchObject({ type: 'invalid' });
    expect(said([{ line: 3, code: 7 }])).toMatchObject({ type: 'invalid' });
  });

  it('keeps references that were from the top of the claim', () => {
    const Tree = z.object({
      name: z.string(),
      get inner() {
        return z.array(Tree);
      },
    });
    const Pair = z.object({ left: Tree, right: Tree });
    for (const type of [Tree, Pair]) {
      const schema = Schema.parse(z.toJSONSchema(type, { io: 'input' }));
      const wrapped = wrapClaim(schema);
      for (const ref of JSON.stringify(wrapped).matchAll(/"\$ref":"([^"]*)"/g))
        expect(at(wrapped, ref[1])).toBeDefined();
      expect(() => z.fromJSONSchema(wrapped)).not.toThrow();
      expect(readClaim(fillSchema(wrapped), schema).type).toBe('claim');
    }
  });

  it('reads back any claim that it wrapped', () => {
    const member = fc.record({ done: fc.boolean(), files: fc.array(fc.string()) });
    fc.assert(
      fc.property(member, (claim) => {
        const text = JSON.stringify({ claim, blocker: null });
        expect(readClaim(text, done)).toEqual({ type: 'claim', claim: JSON.parse(JSON.stringify(claim)) });
      }),
    );
  });

  it('refuses anything but a schema, and schemas that cannot be checked', () => {
    expect(claimSchema(null)).toBeNull();
    expect(() => claimSchema('text')).toThrow(/JSON Schema/);
    expect(() => readClaim({}, { type: 'object', unevaluatedProperties: false })).toThrow(/cannot be used/);
  });
});

function at(schema: unknown, ref = ''): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, key) => (Object(inner) === inner ? Reflect.get(Object(inner), key) : undefined), schema);
}
