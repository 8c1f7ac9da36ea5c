import { describe, expect, it } from 'vitest';
import { judgedFindings, unjudged } from './judgements.ts';
import { ReviewClaim, ReviewRequest } from './review-request.ts';
import { reviewerOf } from './reviewer-of.ts';

const REQUEST = ReviewRequest.parse({
  ...{ title: 't', description: 'd', diff: '', files: ['src/cart.ts', 'test/cart.test.ts'], earlier: [] },
  criteria: [1, 2].map((number) => ({
    number,
    text: `c${number}`,
    tests: ['test/cart.test.ts > adds up'],
    word: null,
  })),
  doubts: ['f jumps at 3'],
});
const claim = (...judged: [string, boolean, string][]) =>
  ReviewClaim.parse({ findings: [], judged: judged.map(([what, holds, evidence]) => ({ what, holds, evidence })) });
const ALL: [string, boolean, string][] = [
  ['C1', true, 'cart.ts:3'],
  ['C2', true, 'the test "adds up"'],
  ['D1', true, 'src/cart.ts:9 is a sum'],
];

describe('G5.3 a review that finds nothing names its evidence', () => {
  it('is whole when every criterion and every doubt was judged by something that is in the change', () => {
    expect(unjudged(REQUEST, claim(...ALL))).toEqual([]);
    expect(unjudged(REQUEST, claim())).toEqual(['C1: c1', 'C2: c2', 'D1: f jumps at 3']);
    expect(unjudged(REQUEST, claim(...ALL.slice(0, 2), ['D1', true, 'looks good to me']))).toEqual([
      'D1: f jumps at 3',
    ]);
  });

  it('need not judge if there is one criterion and no doubt, nor if something was found', () => {
    const plain = { ...REQUEST, doubts: [], criteria: REQUEST.criteria.slice(0, 1) };
    expect(unjudged(plain, claim())).toEqual([]);
    const found = [{ file: 'src/cart.ts', line: 1, severity: 'major' as const, message: 'wrong' }];
    expect(unjudged(REQUEST, { ...claim(), findings: found })).toEqual([]);
  });

  it('is not clean if it says itself that something does not hold', () => {
    const said = claim(ALL[0] ?? ['', true, ''], ['C2', false, 'cart.ts:4 drops the last'], ['D9', false, 'x']);
    expect(judgedFindings(REQUEST, said)).toEqual([
      expect.objectContaining({ file: 'src/cart.ts', message: expect.stringMatching(/^a criterion is not met: c2/) }),
    ]);
  });

  it('says so if author and reviewer are one model', () => {
    expect(reviewerOf({ author: 'a:x', reviewer: 'a:x' })).toContain('the same model that wrote the change');
    expect(reviewerOf({ author: 'a:x', reviewer: 'a:y' })).toBe('a:y; written by a:x');
    expect(reviewerOf({ author: null, reviewer: 'a:y' })).toContain('not known here');
  });
});
