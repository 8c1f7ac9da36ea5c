import { describe, expect, it } from 'vitest';
import { holds } from './holds.ts';

describe('an assertion, told as text', () => {
  it.each([
    ['toBe', '1000', ['900'], false],
    ['toBe', '900', ['900'], true],
    ['toEqual', '[3, 3]', ['[4, 3]'], false],
    ['toEqual', '{"a": 1}', ['{"a": 1}'], true],
    // An instance of a class can be equal to what it holds, and to no number.
    ['toEqual', 'opaque object', ['{"a": 1}'], null],
    ['toEqual', 'opaque object', ['900'], false],
    ['toEqual', '900', ['opaque object'], null],
    // Loosely, 1 and '1' are equal.
    ['equal', '1', ['"1"'], null],
    ['equal', '1', ['2'], false],
    ['deepEqual', '{"count": "10"}', ['{"count": 10}'], null],
    ['deepEqual', '{"count": "11"}', ['{"count": 10}'], false],
    ['deepStrictEqual', '{"count": "10"}', ['{"count": 10}'], false],
    ['==', '(1, 2)', ['[1, 2]'], null],
    ['==', 'opaque', ['900'], null],
    ['==', 'equals everything', ['900'], false],
    ['toThrow', 'returns', [], false],
    ['toThrow', 'throws', [], true],
    ['ok', '0', [], false],
    ['ok', 'opaque object', [], null],
    ['toBeFalsy', '""', [], true],
    ['toMatch', '"a"', ['"b"'], null],
  ] as const)('%s of %s', (how, given, wanted, expected) => {
    expect(holds({ how, given, wanted: [...wanted] })).toBe(expected);
  });
});
