import type { Clock } from '#contracts/clock.ts';

/** Ends a call that is silent for too long, or that its caller no longer wants. */
export interface Watchdog {
  readonly signal: AbortSignal;
  /** It ended the call itself. */
  readonly bitten: boolean;
  /** Call it when data arrived. */
  pat(): void;
  /** Stops watching, and ends the call if it is still running. */
  stop(): void;
}

export function watchdog(clock: Clock, idleMs: number, wanted: AbortSignal): Watchdog {
  const ending = new AbortController();
  let bitten = false;
  let lastServerAnswer = clock.monotonic();
  let cancel = (): void => {};
  const watch = (ms: number): void => {
    // One timer per span, not per part: a stream has many thousands of parts.
    cancel = clock.after(ms, () => {
      const left = lastServerAnswer + idleMs - clock.monotonic();
      if (left > 0) return watch(left);
      bitten = true;
      ending.abort(new Error('nothing was received'));
    });
  };
  const leave = (): void => ending.abort(wanted.reason);
  if (wanted.aborted) leave();
  else wanted.addEventListener('abort', leave, { once: true });
  watch(idleMs);
  return {
    signal: ending.signal,
    get bitten() {
      return bitten;
    },
    pat: () => {
      lastServerAnswer = clock.monotonic();
    },
    stop: () => {
      cancel();
      wanted.removeEventListener('abort', leave);
      ending.abort(new Error('the call is over'));
    },
  };
}
