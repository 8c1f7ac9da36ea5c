import type { Clock } from '#contracts/clock.ts';

/** The longest delay that setTimeout accepts; a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    let timer: NodeJS.Timeout | undefined;
    const wait = (left: number): void => {
      const step = Math.min(left, LONGEST_TIMER);
      timer = setTimeout(() => (left > step ? wait(left - step) : callback()), step);
      timer.unref();
    };
    wait(Number.isNaN(ms) ? 0 : Math.max(0, ms));
    return () => clearTimeout(timer);
  },
};

export interface ManualClock extends Clock {
  /** Moves both times forward and fires what became due, in order, including timers set on the way. */
  advance(ms: number): void;
  /** Sets the wall time, also backwards; the monotonic time and the timers do not change. */
  setNow(epochMs: number): void;
  /** Timers that have neither fired nor been cancelled. */
  pending(): number;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/** A clock that only moves when told to. */
export function manualClock(start = 0): ManualClock {
  let wall = start;
  let grown = 0;
  const timers = new Set<Timer>();

  const moveTo = (target: number): void => {
    wall += target - grown;
    grown = target;
  };

  return {
    now: () => wall,
    monotonic: () => grown,
    after(ms, callback) {
      const timer = { due: grown + Math.max(0, ms), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = grown + ms;
      for (let next = earliest(timers); next && next.due <= end; next = earliest(timers)) {
        timers.delete(next);
        moveTo(Math.max(grown, next.due));
        next.callback();
      }
      moveTo(Math.max(grown, end));
    },
    setNow(epochMs) {
      wall = epochMs;
    },
    pending: () => timers.size,
  };
}

/** Timers due at the same time fire in the order they were set: a Set keeps insertion order. */
function earliest(timers: Iterable<Timer>): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) if (!first || timer.due < first.due) first = timer;
  return first;
}
