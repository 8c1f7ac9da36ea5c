import { describe, expect, it } from 'vitest';
import { durationMs, rateLimitOf, retryAfterMs } from './rate-limit-headers.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('rate-limit headers', () => {
  it.each([
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [
      { 'anthropic-ratelimit-tokens-remaining': '0', 'anthropic-ratelimit-tokens-reset': '2026-01-01T00:00:05Z' },
      5_000,
    ],
    [
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1m30s',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '20ms',
      },
      90_000,
    ],
    [{ 'x-ratelimit-remaining-requests': '7', 'x-ratelimit-reset-requests': '1m30s' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-3' }, undefined],
    [{}, undefined],
  ])('%j ask to wait %s ms', (headers, ms) => expect(retryAfterMs(headers, now)).toBe(ms));

  it.each([
    ['6m0s', 360_000],
    ['1.5s', 1_500],
    ['1h2m3s4ms', 3_723_004],
    ['', undefined],
    ['5', undefined],
    ['5 apples', undefined],
  ])('the duration %j is %s ms', (text, ms) => expect(durationMs(text)).toBe(ms));

  it('become an observation', () => {
    const anthropic = {
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': '49',
      'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:10Z',
    };
    expect(rateLimitOf(anthropic, false, now)).toEqual({
      throttled: false,
      limit: 50,
      remaining: 49,
      resetSeconds: 10,
    });
    expect(rateLimitOf({ 'retry-after': '3' }, true, now)).toEqual({ throttled: true, resetSeconds: 3 });
    expect(rateLimitOf({}, false, now)).toEqual({ throttled: false });
  });
});
