import { describe, expect, it } from 'vitest';
import { isSameAnswer } from './same-answer.ts';

describe('an answer with and without a mistake', () => {
  it.each([
    ['3', '3'],
    ['throws InvalidIssuerError: must be a string', 'throws InvalidIssuerError: Invalid issuer'],
    ['rejects TypeError: a', 'rejects TypeError: b'],
    ['throws Error: a', 'throws Error: a'],
  ])('is the same: %s, %s', (was, is) => {
    expect(isSameAnswer(was, is)).toBe(true);
  });

  it.each([
    ['3', '4'],
    ['throws RangeError: a', 'throws TypeError: a'],
    ['throws TypeError: a', 'rejects TypeError: a'],
    ['throws TypeError: a', '"throws TypeError: a"'],
    ['throws Error: no name', 'throws Error: no age'],
    ['throws Exception: no name', 'throws Exception: no age'],
    ['null', 'throws TypeError: a'],
  ])('is another: %s, %s', (was, is) => {
    expect(isSameAnswer(was, is)).toBe(false);
  });
});
