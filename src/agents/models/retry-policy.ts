export interface CallRetries {
  /** Calls for one step, including the first. */
  readonly maxCalls: number;
  /** The maximum of the first wait; each further maximum is twice the previous one. */
  readonly baseMs: number;
  readonly maxWaitMs: number;
  /** All waits of one step together; a wait that would exceed it is not begun. */
  readonly maxTotalWaitMs: number;
  /** A call that has been silent for so long counts as cut off. */
  readonly idleMs: number;
}

export const DEFAULT_RETRY: CallRetries = {
  maxCalls: 6,
  baseMs: 1_000,
  maxWaitMs: 60_000,
  maxTotalWaitMs: 300_000,
  idleMs: 300_000,
};

export type RetryDecision =
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'give-up'; readonly why: string };

/**
 * How long to wait before the next call. A provider's own value is used, with up to a tenth added so that many callers
 * do not come back together; else the wait is random up to a bound that doubles (full jitter).
 */
export function nextRetry(
  policy: CallRetries,
  failedCalls: number,
  waitedMs: number,
  askedMs: number | undefined,
  random: () => number,
): RetryDecision {
  if (failedCalls >= policy.maxCalls) return { type: 'give-up', why: `${failedCalls} calls failed in a row` };
  const bound = Math.min(policy.maxWaitMs, policy.baseMs * 2 ** (failedCalls - 1));
  const ms = Math.round(askedMs === undefined ? random() * bound : askedMs * (1 + random() / 10));
  if (waitedMs + ms > policy.maxTotalWaitMs) {
    return { type: 'give-up', why: `the next try is welcome in ${Math.ceil(ms / 1_000)} s, longer than we wait` };
  }
  return { type: 'wait', ms };
}
