/** Time is passed in, so that tests can hold it still and runs can be replayed. */
export interface Clock {
  /** Milliseconds since the epoch; may jump, also backwards. */
  now(): number;
  /** Milliseconds that only grow; for measuring durations. */
  monotonic(): number;
  /** Calls back once after `ms`; the returned function cancels. Does not keep the process alive. */
  after(ms: number, callback: () => void): () => void;
}

/** Returns when the time is over or the signal aborts, whichever is first. */
export function sleepUntilAborted(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener('abort', done, { once: true });
  });
}
