/** Work that goes on beside other work and does not outlast it. */
export interface Alongside<T> {
  readonly result: Promise<T>;
  /** Ends it if it is not done; settles when nothing of it runs any more. */
  stop(): Promise<void>;
}

export function alongside<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Alongside<T> {
  const own = new AbortController();
  const result = work(AbortSignal.any([signal, own.signal]));
  // Anyone who asks for the result hears of a failure; nobody may.
  result.catch(() => {});
  return {
    result,
    stop: async () => {
      own.abort();
      await result.catch(() => {});
    },
  };
}
