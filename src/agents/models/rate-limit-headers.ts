import type { RateLimitObservation } from '#contracts/scheduling.ts';

export type RateLimitHeaders = Readonly<Record<string, string | undefined>>;

/** How long a provider asks to wait before the next try, in milliseconds. */
export function retryAfterMs(headers: RateLimitHeaders, now: number): number | undefined {
  const milliseconds = numberOf(headers['retry-after-ms']);
  if (milliseconds !== undefined) return milliseconds;
  const after = headers['retry-after']?.trim();
  if (after === undefined || after === '') return resetMs(headers, now);
  const seconds = numberOf(after);
  if (seconds !== undefined) return seconds * 1_000;
  return until(after, now) ?? resetMs(headers, now);
}

/** What an answer says about the limit of requests. */
export function rateLimitOf(headers: RateLimitHeaders, throttled: boolean, now: number): RateLimitObservation {
  const limit = numberOf(headers['anthropic-ratelimit-requests-limit'] ?? headers['x-ratelimit-limit-requests']);
  const remaining = numberOf(
    headers['anthropic-ratelimit-requests-remaining'] ?? headers['x-ratelimit-remaining-requests'],
  );
  const reset = throttled ? retryAfterMs(headers, now) : requestsReset(headers, now);
  return {
    throttled,
    ...(limit === undefined ? {} : { limit }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(reset === undefined ? {} : { resetSeconds: reset / 1_000 }),
  };
}

const requestsReset = (headers: RateLimitHeaders, now: number): number | undefined => {
  const anthropic = headers['anthropic-ratelimit-requests-reset'];
  if (anthropic !== undefined) return until(anthropic, now);
  return durationMs(headers['x-ratelimit-reset-requests']);
};

const KINDS = ['requests', 'tokens', 'input-tokens', 'output-tokens'] as const;

/** The longest of the used-up limits: another try makes sense only then. */
function resetMs(headers: RateLimitHeaders, now: number): number | undefined {
  const waits = KINDS.flatMap((kind) => {
    const anthropic = isUsedUp(headers[`anthropic-ratelimit-${kind}-remaining`])
      ? until(headers[`anthropic-ratelimit-${kind}-reset`] ?? '', now)
      : undefined;
    const openai = isUsedUp(headers[`x-ratelimit-remaining-${kind}`])
      ? durationMs(headers[`x-ratelimit-reset-${kind}`])
      : undefined;
    return [anthropic, openai].filter((each) => each !== undefined);
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

const isUsedUp = (remaining: string | undefined): boolean => numberOf(remaining) === 0;

function until(date: string, now: number): number | undefined {
  // `Date.parse` accepts almost anything as a date, even `-3`.
  const at = /^(?:[A-Za-z]{3}, |\d{4}-)/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const UNIT_MS: Readonly<Record<string, number | undefined>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** OpenAI's `6m0s`, `1.5s`, `20ms`. */
export function durationMs(text: string | undefined): number | undefined {
  if (text === undefined || !/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g))
    sum += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  return sum;
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || !/^\s*\d+(?:\.\d+)?\s*$/.test(text) ? undefined : Number(text);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}
