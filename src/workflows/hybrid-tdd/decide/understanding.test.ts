import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StructuredFailure } from '../state.ts';
import { FIX } from '../testing/sample-claims.ts';
import { isConverging, judgeFix, learnFailures, learnFix, NOTHING_LEARNED, REPEATS } from './understanding.ts';

const failing = (tests: readonly string[]): StructuredFailure[] =>
  tests.map((test) => ({
    test,
    functions: ['f'],
    kind: 'assertion',
    message: 'm',
    counterexample: null,
    expected: null,
    actual: null,
  }));

/** Plays a loop in which validation n has these failures; how many fixes were made, and why it ended. */
function play(rounds: readonly (readonly string[])[], max: number): { fixes: number; ended: string } {
  let known = NOTHING_LEARNED;
  for (const tests of rounds) {
    if (tests.length === 0) return { fixes: known.attempts, ended: 'green' };
    const failures = failing(tests);
    known = learnFailures(known, failures);
    const decision = judgeFix(known, failures, max);
    if (!decision.go) return { fixes: known.attempts, ended: decision.code };
    known = learnFix(known, FIX);
  }
  return { fixes: known.attempts, ended: 'out of rounds' };
}

const someTests = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 });

describe('H7.2 the convergence of fixes', () => {
  it('never makes more fixes than the cap', () => {
    fc.assert(
      fc.property(fc.array(someTests, { minLength: 30, maxLength: 30 }), fc.nat(8), (rounds, max) => {
        const { fixes, ended } = play(rounds, max);
        expect(fixes).toBeLessThanOrEqual(max);
        expect(ended).toMatch(/^FIX_/);
      }),
    );
  });

  it('never stops a loop that gets better each time and repeats nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (first) => {
        const rounds = Array.from({ length: first + 1 }, (_, n) =>
          Array.from({ length: first - n }, (_, k) => `t${n}-${k}`),
        );
        expect(play(rounds, 50)).toEqual({ fixes: first, ended: 'green' });
      }),
    );
  });

  it('stops on one failure that is in every validation, however many others disappear', () => {
    fc.assert(
      fc.property(fc.array(someTests, { minLength: 10, maxLength: 10 }), (rounds) => {
        const { fixes, ended } = play(
          rounds.map((tests, n) => ['stuck', ...tests.map((test) => `${test}${n}`)]),
          50,
        );
        expect(fixes).toBeLessThan(REPEATS);
        expect(ended).toMatch(/^FIX_(STUCK|NOT_CONVERGING)$/);
      }),
    );
  });

  it('starts over after green, and stops a loop that gets no better after it', () => {
    const green = learnFailures(learnFailures(NOTHING_LEARNED, failing(['a'])), []);
    expect(green.patterns).toMatchObject([{ signature: 'a (assertion)', occurrences: 1 }]);
    const again = learnFailures(green, failing(['a']));
    expect(again).toMatchObject({ failures: [1, 0, 1], patterns: [{ occurrences: 1 }] });
    expect(isConverging([1, 0, 1, 0, 1])).toBe(true);
    expect(isConverging([1, 0, 2, 2, 2])).toBe(false);
  });

  it('sees through failures that come and go', () => {
    expect(isConverging([3, 1, 3])).toBe(true);
    expect(isConverging([3, 1, 3, 1])).toBe(false);
    expect(isConverging([5, 5, 5])).toBe(false);
    expect(play([['a', 'b'], ['c'], ['a', 'b'], ['d']], 50).ended).toBe('FIX_NOT_CONVERGING');
  });
});
