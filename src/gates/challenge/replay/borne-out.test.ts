import { describe, expect, it } from 'vitest';
import { contradictions, holds } from './borne-out.ts';
import type { Told } from './heard.ts';

const told = (how: string, given: string, wanted: string[] = []): Told => [
  { test: 'adds', values: [], asked: [{ how, given, wanted }] },
];

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

  it('contradicts its runner where every run agrees that it does not hold', () => {
    const wrong = told('toBe', '1000', ['900']);
    expect(contradictions(wrong, wrong, wrong)).toEqual([
      { test: 'adds', how: 'toBe', given: '1000', wanted: ['900'] },
    ]);
    expect(contradictions(null, wrong, wrong)).toHaveLength(1);
  });

  it('does not where it holds under the runner, or is not steady', () => {
    const [wrong, right] = [told('toBe', '1000', ['900']), told('toBe', '900', ['900'])];
    expect(contradictions(right, wrong, wrong)).toEqual([]);
    expect(contradictions(wrong, wrong, told('toBe', '1001', ['900']))).toEqual([]);
    expect(contradictions(right, right, right)).toEqual([]);
  });
});
