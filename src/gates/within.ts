/**
 * Work that is aborted when its time is up, or with everything else. It uses a controller of its own: where the signal
 * of a run was aborted, the one it came from must show that too, or what we ended looks like a machine that failed.
 */
export async function within<T>(ms: number, signal: AbortSignal, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const stop = (): void => own.abort();
  const timer = setTimeout(stop, ms);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
