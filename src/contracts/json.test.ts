import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson } from './json.ts';

describe('toJson', () => {
  it('returns the same value as a trip through text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(toJson(value, 'value')).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(Object.keys(Object(toJson(JSON.parse('{"__proto__": 1}'), 'value')))).toEqual(['__proto__']);
    expect(toJson({ kept: null, dropped: undefined }, 'value')).toEqual({ kept: null });
  });

  it.each([
    ['a Date', { deep: [new Date(0)] }, 'value.deep[0] is Date'],
    ['a Map', new Map(), 'value is Map'],
    ['NaN', [Number.NaN], 'value[0] is NaN'],
    ['a function', { f: () => 1 }, 'value.f is function'],
    ['a bigint', 1n, 'value is bigint'],
    ['undefined in a list', [undefined], 'value[0] is undefined'],
  ])('refuses %s with its path', (_, value, message) => {
    expect(() => toJson(value, 'value')).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_INVALID', message: expect.stringContaining(message) }),
    );
  });
});
