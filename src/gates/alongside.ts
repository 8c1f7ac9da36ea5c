/** Work that runs in parallel with other work and does not outlast it. */
export interface Alongside<T> {
  readonly result: Promise<T>;
  /** Aborts it if it is not done; settles when none of it runs any more. */
  stop(): Promise<void>;
}

export function alongside<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Alongside<T> {
  const own = new AbortController();
  const result = work(AbortSignal.any([signal, own.signal]));
  // A caller that asks for the result sees the failure; it may also go unseen.
  result.catch(() => {});
  return {
    result,
    stop: async () => {
      own.abort();
      await result.catch(() => {});
    },
  };
}
