import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RETRY, nextRetry } from './retry-policy.ts';

const policy = { ...DEFAULT_RETRY, baseMs: 100, maxWaitMs: 1_000, maxTotalWaitMs: 5_000, maxCalls: 20 };

describe('the wait before the next call', () => {
  it('is anything up to a bound that doubles', () => {
    const most = [1, 2, 3, 4, 5, 9].map((failed) => nextRetry(policy, failed, 0, undefined, () => 0.999_999));
    expect(most).toEqual([100, 200, 400, 800, 1_000, 1_000].map((ms) => ({ type: 'wait', ms })));
    expect(nextRetry(policy, 5, 0, undefined, () => 0)).toEqual({ type: 'wait', ms: 0 });
  });

  it('is never shorter than the provider asks for', () => {
    const unit = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000 }),
        fc.integer({ min: 1, max: 19 }),
        unit,
        (asked, failed, jitter) => {
          const decision = nextRetry(policy, failed, 0, asked, () => jitter);
          return decision.type === 'wait' && decision.ms >= asked && decision.ms <= asked * 1.1 + 1;
        },
      ),
    );
  });

  it('is given up after the calls or the time one step has', () => {
    expect(nextRetry(policy, 20, 0, undefined, () => 0).type).toBe('give-up');
    expect(nextRetry(policy, 1, 4_500, 600, () => 0).type).toBe('give-up');
    expect(nextRetry(policy, 1, 4_400, 600, () => 0).type).toBe('wait');
  });
});
