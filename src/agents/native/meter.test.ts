import { describe, expect, it } from 'vitest';
import { NO_MODEL_USAGE } from '#contracts/model.ts';
import { meter } from './meter.ts';

const call = (input: number, output: number, usd: number | null = 0) => ({
  ...NO_MODEL_USAGE,
  input,
  output,
  total: input + output,
  usd,
});

describe('C1 the meter', () => {
  it('distinguishes cached tokens from fresh ones, and never counts one twice', () => {
    const used = meter({});
    used.turn();
    used.add({ ...call(100, 10, 0.5), cacheRead: 60, cacheWrite: 30 });
    expect(used.usage).toEqual({ input: 10, output: 10, cacheRead: 60, cacheWrite: 30, usd: 0.5, turns: 1 });
    used.add(call(1, 1, null));
    expect(used.usage.usd).toBeNull();
  });

  it.each([
    ['turns', { turns: 2 }, [call(1, 1), call(1, 1)], /2 model calls/],
    ['tokens', { tokens: 100 }, [call(50, 10), call(39, 1)], /100 tokens \(100 were used\)/],
    ['money', { usd: 1 }, [call(1, 1, 0.6), call(1, 1, 0.4)], /\$1 /],
  ])('says when %s are used up, and not before', (_, limits, calls, message) => {
    const used = meter(limits);
    for (const each of calls) {
      expect(used.reached()).toBeNull();
      used.turn();
      used.add(each);
    }
    expect(used.reached()).toMatchObject({ code: 'ATTEMPT_LIMIT', message: expect.stringMatching(message) });
  });

  it('cannot keep a budget in money if a call does not report its cost', () => {
    const used = meter({ usd: 1 });
    used.add(call(1, 1, null));
    expect(used.reached()).toMatchObject({ code: 'PRICE_UNKNOWN' });
  });

  it('knows the last call that fits before it is made', () => {
    expect(meter({ turns: 1 }).isNearEnd(10)).toBe(true);
    expect(meter({ turns: 2 }).isNearEnd(10)).toBe(false);
    expect(meter({ tokens: 10_000 }).isNearEnd(2_000)).toBe(false);
    expect(meter({ tokens: 10_000 }).isNearEnd(6_000)).toBe(true);
    const spending = meter({ usd: 1 });
    spending.turn();
    spending.add(call(1, 1, 0.3));
    expect(spending.isNearEnd(1)).toBe(false);
    spending.turn();
    spending.add(call(1, 1, 0.3));
    expect(spending.isNearEnd(1)).toBe(true);
  });
});
