import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AdversaryClaim, FixClaim, ImplClaim, MutationClaim, TestsClaim, TypesClaim } from './claims.ts';
import { looksLikeCode } from './prose.ts';
import { ANALYSIS, adversary, FIX, IMPL, TESTS, TYPES } from './testing/sample-claims.ts';

const [push] = TYPES.functions;
if (!push) throw new Error('the sample has a function');
const withFunction = (changed: object) => ({ ...TYPES, functions: [{ ...push, ...changed }] });

describe('H5 claims', () => {
  it('H4.4 fit, and can be told to a model as a schema', () => {
    for (const [schema, claim] of [
      [TypesClaim, TYPES],
      [AdversaryClaim, adversary('Major')],
      [TestsClaim, TESTS],
      [ImplClaim, IMPL],
      [FixClaim, FIX],
      [MutationClaim, ANALYSIS],
    ] as const) {
      expect(schema.safeParse(claim).success).toBe(true);
      expect(z.toJSONSchema(schema)).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it.each([
    ['no example', withFunction({ examples: [] })],
    ['no property', withFunction({ properties: [] })],
    ['code between fences', { ...TYPES, designNotes: 'Here it is:\n```ts\nconst a = 1;\n```' }],
    [
      'a file',
      { ...TYPES, description: 'import a from "a";\nexport const b = a;\nexport function c() {\n  return b;\n}' },
    ],
    ['a field of its own', { ...TYPES, code: 'export const a = 1;' }],
    ['a name that is none', withFunction({ name: 'push()' })],
    [
      'one function twice',
      { ...TYPES, functions: [push, { ...push, properties: [{ ...push.properties[0], name: 'other' }] }] },
    ],
    ['one sketch twice', { ...TYPES, functions: [push, { ...push, name: 'pop' }] }],
  ])('H5.1 H5.2 with %s are refused', (_, claim) => {
    expect(TypesClaim.safeParse(claim).success).toBe(false);
  });

  it('may describe code in words', () => {
    expect(looksLikeCode('It keeps an array; push returns nothing.\nIf it is full, it throws a RangeError.')).toBe(
      false,
    );
    expect(looksLikeCode('def push(self):\n    self.x = 1\n    return 2\nclass A:\n    pass')).toBe(true);
  });
});
