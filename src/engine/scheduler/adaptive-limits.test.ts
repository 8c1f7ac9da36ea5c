import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RateLimitObservation } from '#contracts/scheduling.ts';
import { type AdaptiveCap, type AdaptiveRule, adaptCap, startCap } from './adaptive-limits.ts';

const RULE: AdaptiveRule = { min: 1, max: 16, growEveryMs: 1_000, holdMs: 500, longestHoldMs: 60_000 };
const QUIET: RateLimitObservation = { throttled: false };
const TURNED_AWAY: RateLimitObservation = { throttled: true };

function learn(...steps: readonly (readonly [at: number, seen: RateLimitObservation])[]): AdaptiveCap {
  return steps.reduce((state, [at, seen]) => adaptCap(state, seen, at, RULE), startCap(0, RULE));
}

describe('S3.5 caps that follow rate limits', () => {
  it('starts at the most and stays there while all is quiet', () => {
    expect(learn([10, QUIET], [100_000, QUIET]).cap).toBe(16);
  });

  it('halves on a 429, once for a burst of them, again for the next', () => {
    expect(learn([0, TURNED_AWAY]).cap).toBe(8);
    expect(learn([0, TURNED_AWAY], [1, TURNED_AWAY], [499, TURNED_AWAY]).cap).toBe(8);
    expect(learn([0, TURNED_AWAY], [499, TURNED_AWAY], [500, TURNED_AWAY]).cap).toBe(4);
  });

  it('takes a burst to last as long as the provider asks to wait', () => {
    const wait = { throttled: true, resetSeconds: 20 };
    expect(learn([0, wait], [19_999, TURNED_AWAY]).learnt).toBe(8);
    expect(learn([0, wait], [20_000, TURNED_AWAY]).cap).toBe(4);
  });

  it('lets one request at a time through while the provider refuses, whichever was refused', () => {
    const wait = { throttled: true, resetSeconds: 20 };
    expect(learn([0, wait]).cap).toBe(1);
    expect(learn([0, wait], [19_999, QUIET]).cap).toBe(1);
    expect(learn([0, wait], [20_000, QUIET]).cap).toBe(8);
  });

  it('halves what runs, not a limit that is never reached', () => {
    expect(adaptCap(startCap(0, RULE), TURNED_AWAY, 0, RULE, 6).cap).toBe(3);
    expect(adaptCap(startCap(0, RULE), TURNED_AWAY, 0, RULE, 1).cap).toBe(1);
  });

  it('never goes below the least', () => {
    expect(learn(...Array.from({ length: 9 }, (_, n) => [n * 500, TURNED_AWAY] as const)).cap).toBe(1);
  });

  it('recovers one by one, counted from the end of the wait', () => {
    const cut = [0, { throttled: true, resetSeconds: 20 }] as const;
    expect(learn(cut, [20_999, QUIET]).cap).toBe(8);
    expect(learn(cut, [21_000, QUIET]).cap).toBe(9);
    expect(learn(cut, [21_000, QUIET], [21_500, QUIET], [22_000, QUIET]).cap).toBe(10);
    expect(learn(cut, [23_000, QUIET]).cap).toBe(11);
    expect(learn(cut, [900_000, QUIET]).cap).toBe(16);
  });

  it('runs no more than the provider says is left, until its window starts over', () => {
    const short = [0, { throttled: false, limit: 50, remaining: 3, resetSeconds: 30 }] as const;
    expect(learn(short).cap).toBe(3);
    expect(learn(short, [29_999, QUIET]).cap).toBe(3);
    expect(learn(short, [30_000, QUIET]).cap).toBe(16);
    expect(learn(short, [100, { throttled: false, remaining: 40, resetSeconds: 60 }]).cap).toBe(16);
  });

  it('does not recover while the provider is short', () => {
    const short = { throttled: false, remaining: 3, resetSeconds: 30 };
    expect(learn([0, TURNED_AWAY], [500, short], [30_500, QUIET]).cap).toBe(8);
    expect(learn([0, TURNED_AWAY], [500, short], [32_500, QUIET]).cap).toBe(10);
    // Nor afterwards for the time it was short, when it says early that there is more again.
    const plenty = { throttled: false, remaining: 40 };
    expect(learn([0, TURNED_AWAY], [500, short], [20_500, plenty], [21_499, QUIET]).cap).toBe(8);
    expect(learn([0, TURNED_AWAY], [500, short], [20_500, plenty], [21_500, QUIET]).cap).toBe(9);
  });

  it('keeps one running when nothing is left, so that it learns of the next window', () => {
    expect(learn([0, { throttled: false, remaining: 0, resetSeconds: 30 }]).cap).toBe(1);
  });

  it('runs no more at once than a whole window allows', () => {
    expect(learn([0, { throttled: false, limit: 5 }]).cap).toBe(5);
  });

  it('does not wait for a reset that is days away', () => {
    const daily = { throttled: true, resetSeconds: 80_000 };
    expect(learn([0, daily], [61_000, QUIET]).cap).toBe(9);
  });

  it('ignores nonsense', () => {
    const nonsense = { throttled: false, limit: -1, remaining: Number.NaN, resetSeconds: Number.NaN };
    expect(learn([0, nonsense], [5_000, QUIET]).cap).toBe(16);
  });

  it('always gives a whole cap within its bounds and never grows faster than the rule', () => {
    const observation = fc.record(
      {
        throttled: fc.boolean(),
        limit: fc.double({ min: -5, max: 50 }),
        remaining: fc.double({ min: -5, max: 50 }),
        resetSeconds: fc.double({ min: -5, max: 100 }),
      },
      { requiredKeys: ['throttled'] },
    );
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), observation), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (walk) => {
        let at = 0;
        let state = startCap(0, RULE);
        for (const [ms, seen] of walk) {
          at += ms;
          const next = adaptCap(state, seen, at, RULE);
          expect(Number.isInteger(next.cap)).toBe(true);
          expect(next.cap).toBeGreaterThanOrEqual(RULE.min);
          expect(next.cap).toBeLessThanOrEqual(next.learnt);
          expect(next.learnt).toBeLessThanOrEqual(RULE.max);
          // The remainder of an unfinished span may complete one more step.
          expect(next.learnt - state.learnt).toBeLessThanOrEqual(Math.floor(ms / RULE.growEveryMs) + 1);
          state = next;
        }
      }),
    );
  });
});
