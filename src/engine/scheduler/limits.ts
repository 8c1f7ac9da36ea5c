import { AssayError } from '#contracts/errors.ts';
import type { SchedulerLimits } from '#contracts/scheduling.ts';

/**
 * S3 names 50 tasks a session and 500 engineers in all. It gives no numbers for the rest: a thousand waiting requests
 * hold a wide fan-out, and a minute is short beside an agent's attempt, so that background work is overtaken for four
 * minutes at most.
 */
export const DEFAULT_LIMITS: SchedulerLimits = {
  total: 500,
  perSession: 50,
  perType: {},
  queuePerSession: 1_000,
  ageingMs: 60_000,
};

/** The limits after a change. Types that the change does not name keep theirs. */
export function changeLimits(current: SchedulerLimits, change: Partial<SchedulerLimits>): SchedulerLimits {
  const limits = { ...current, ...change, perType: { ...current.perType, ...change.perType } };
  requireCap('total', limits.total, 0);
  requireCap('perSession', limits.perSession, 0);
  // A session that may not wait at all could never be told that there is room.
  requireCap('queuePerSession', limits.queuePerSession, 1);
  for (const [type, cap] of Object.entries(limits.perType)) requireCap(`perType.${type}`, cap, 0);
  if (!(limits.ageingMs > 0)) throw invalid('ageingMs', limits.ageingMs, 'a number above 0');
  return limits;
}

/** The limit of a type; a type without an entry has none. */
export function capOf(limits: SchedulerLimits, type: string): number {
  // A type may be called `constructor`: only own entries count.
  return Object.hasOwn(limits.perType, type) ? (limits.perType[type] ?? Infinity) : Infinity;
}

function requireCap(name: string, cap: number, least: number): void {
  const whole = Number.isInteger(cap) || cap === Infinity;
  if (!whole || cap < least) throw invalid(name, cap, `a whole number of at least ${least}, or Infinity`);
}

function invalid(name: string, seen: number, wanted: string): AssayError {
  return new AssayError('CONFIG_INVALID', `The scheduler limit ${name} is ${seen}.`, { next: `Give ${wanted}.` });
}
