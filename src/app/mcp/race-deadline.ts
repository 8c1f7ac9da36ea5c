import type { Clock } from '#contracts/clock.ts';

export type First<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'late' }
  | { readonly kind: 'aborted' };

/** The first of: the work, the end of the time, an abort. `work` must not reject. */
export function raceDeadline<Value>(
  work: Promise<Value>,
  clock: Clock,
  ms: number,
  signal: AbortSignal,
): Promise<First<Value>> {
  return new Promise((resolve) => {
    const settle = (first: First<Value>) => {
      cancel();
      signal.removeEventListener('abort', onAbort);
      resolve(first);
    };
    const onAbort = () => settle({ kind: 'aborted' });
    const cancel = clock.after(ms, () => settle({ kind: 'late' }));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then((value) => settle({ kind: 'done', value }));
  });
}
