import type { Clock } from '#contracts/clock.ts';
import type { RunId } from '#contracts/ids.ts';
import type { RunStore } from '#contracts/store.ts';

/**
 * For callers that look at a run, or all runs, repeatedly: waits for the next change, and misses none between two
 * looks.
 */
export class Changes implements Disposable {
  readonly #clock: Clock;
  readonly #stop: () => void;
  #hasChanged = false;
  #wake: (() => void) | null = null;

  constructor({ store, clock }: { readonly store: Pick<RunStore, 'watch'>; readonly clock: Clock }, run?: RunId) {
    this.#clock = clock;
    this.#stop = store.watch((change) => {
      if (change !== null && run !== undefined && change.run !== run) return;
      this.nudge();
    });
  }

  /** Resolves when something may have changed since the last call, when `ms` have passed, or when the signal aborts. */
  async next(ms: number, signal?: AbortSignal): Promise<void> {
    if (!this.#hasChanged && !signal?.aborted) {
      await new Promise<void>((resolve) => {
        // Neither a watch nor a timer of ours keeps a process alive; a caller that waits for it does.
        const awake = setInterval(() => {}, 60_000);
        const cancel = this.#clock.after(ms, () => done());
        const done = (): void => {
          clearInterval(awake);
          cancel();
          signal?.removeEventListener('abort', done);
          this.#wake = null;
          resolve();
        };
        this.#wake = done;
        signal?.addEventListener('abort', done);
      });
    }
    this.#hasChanged = false;
  }

  /** Reports a change that the store does not know of. */
  nudge(): void {
    this.#hasChanged = true;
    this.#wake?.();
  }

  [Symbol.dispose](): void {
    this.#stop();
  }
}
