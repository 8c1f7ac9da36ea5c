import type { RateLimitObservation } from '#contracts/scheduling.ts';

/** An estimate of how many requests of a type a provider accepts at once. Times are monotonic milliseconds. */
export interface AdaptiveCap {
  /** What to give the scheduler as `perType[type]`. */
  readonly cap: number;
  /** The limit learnt from refused requests, without a momentary shortage. */
  readonly learnt: number;
  /** Growth is counted from here. */
  readonly growsFrom: number;
  /** A further refusal before this time is the same loss: requests sent before the cut are still returning. */
  readonly cutUntil: number;
  /** What the provider said is left of its window, until the window starts over. */
  readonly left: number;
  readonly leftUntil: number;
}

export interface AdaptiveRule {
  /** Never below: with nothing running nothing would be learnt. */
  readonly min: number;
  readonly max: number;
  /** One more for every such span without a loss. */
  readonly growEveryMs: number;
  /** How long a loss or a shortage counts when the provider names no time, and at most when it does. */
  readonly holdMs: number;
  readonly longestHoldMs: number;
}

export const DEFAULT_RULE: AdaptiveRule = {
  min: 1,
  max: 50,
  growEveryMs: 10_000,
  holdMs: 5_000,
  longestHoldMs: 300_000,
};

export function startCap(at: number, rule: AdaptiveRule = DEFAULT_RULE): AdaptiveCap {
  return { cap: rule.max, learnt: rule.max, growsFrom: at, cutUntil: at, left: Infinity, leftUntil: at };
}

/**
 * Additive increase, multiplicative decrease: a 429 halves what runs at once, quiet time gives it back one by one. What the
 * provider says is left is no guess to be probed for, so it bounds the cap only until its window starts over; a 429 that
 * names a time says that nothing is left before it, to anyone who asks.
 */
export function adaptCap(
  before: AdaptiveCap,
  seen: RateLimitObservation,
  at: number,
  rule: AdaptiveRule = DEFAULT_RULE,
  /** How many run at this moment: half of a limit that is never reached would slow nothing down. */
  running = Infinity,
): AdaptiveCap {
  const grown = grow(before, at, rule);
  const { learnt, growsFrom, cutUntil } = seen.throttled ? cut(grown, seen, at, rule, running) : grown;
  const { left, leftUntil } = leftAfter(grown, seen, at, rule);
  const bound = at < leftUntil ? Math.min(learnt, left) : learnt;
  return { cap: Math.max(rule.min, bound), learnt, growsFrom, cutUntil, left, leftUntil };
}

/** Time in which the provider had nothing left says nothing about its limit, so growth skips it. */
function grow(state: AdaptiveCap, at: number, rule: AdaptiveRule): AdaptiveCap {
  const short = state.left < state.learnt;
  const from = short ? Math.max(state.growsFrom, Math.min(at, state.leftUntil)) : state.growsFrom;
  const steps = Math.max(0, Math.floor((at - from) / rule.growEveryMs));
  return { ...state, learnt: Math.min(rule.max, state.learnt + steps), growsFrom: from + steps * rule.growEveryMs };
}

function cut(
  state: AdaptiveCap,
  seen: RateLimitObservation,
  at: number,
  rule: AdaptiveRule,
  running: number,
): AdaptiveCap {
  const until = at + Math.max(rule.holdMs, resetMs(seen, rule));
  const growsFrom = Math.max(state.growsFrom, until);
  if (at < state.cutUntil) return { ...state, growsFrom };
  return {
    ...state,
    growsFrom,
    cutUntil: until,
    learnt: Math.max(rule.min, Math.floor(Math.min(state.learnt, running) / 2)),
  };
}

function leftAfter(
  state: AdaptiveCap,
  seen: RateLimitObservation,
  at: number,
  rule: AdaptiveRule,
): Pick<AdaptiveCap, 'left' | 'leftUntil'> {
  const isRefused = seen.throttled && given(seen.resetSeconds) !== undefined;
  const left = isRefused ? 0 : Math.min(given(seen.remaining) ?? Infinity, given(seen.limit) ?? Infinity);
  if (left === Infinity) return state;
  return { left: Math.floor(left), leftUntil: at + resetMs(seen, rule) };
}

function resetMs({ resetSeconds }: RateLimitObservation, rule: AdaptiveRule): number {
  const seconds = given(resetSeconds);
  return seconds === undefined ? rule.holdMs : Math.min(seconds * 1_000, rule.longestHoldMs);
}

/** An invalid header is ignored. */
function given(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;
}
