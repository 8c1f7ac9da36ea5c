import type { Clock } from '#contracts/clock.ts';
import type { RunStore } from '#contracts/store.ts';

interface WatchDeps {
  readonly store: Pick<RunStore, 'watch'>;
  readonly clock: Clock;
}

/** A run may write a thousand times a second; no one can look that often. */
export const SPACING_MS = 50;
/** Also when nothing was written: a lease may have expired, a driver may have died. */
export const WATCH_TICK_MS = 1_000;

/** Notifies all waiting requests of changes by this process or another. One watch of the store serves all. */
export class StoreWatch {
  readonly #deps: WatchDeps;
  readonly #waiting = new Set<() => void>();
  #stamp = 0;
  #closed = false;
  #wokenAt = Number.NEGATIVE_INFINITY;
  #unwatch: (() => void) | null = null;
  #cancelTick: (() => void) | null = null;
  #cancelSoon: (() => void) | null = null;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** Take it before looking, and wait for changes after it. */
  get stamp(): number {
    if (!this.#closed) this.#unwatch ??= this.#deps.store.watch(() => this.nudge());
    return this.#stamp;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when there may be changes since `stamp`, at least once a second, and when the signal aborts. */
  after(stamp: number, signal: AbortSignal): Promise<void> {
    if (stamp !== this.#stamp || signal.aborted || this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
      this.#tick();
    });
  }

  /** There is a change, in the store or outside of it. */
  nudge(): void {
    if (this.#cancelSoon || this.#closed) return;
    const { clock } = this.#deps;
    const since = clock.monotonic() - this.#wokenAt;
    this.#cancelSoon = clock.after(Math.max(0, SPACING_MS - since), () => this.#wake());
  }

  close(): void {
    this.#closed = true;
    this.#unwatch?.();
    this.#wake();
  }

  #tick(): void {
    if (this.#closed) return;
    this.#cancelTick ??= this.#deps.clock.after(WATCH_TICK_MS, () => this.#wake());
  }

  #wake(): void {
    this.#cancelTick?.();
    this.#cancelSoon?.();
    this.#cancelTick = null;
    this.#cancelSoon = null;
    this.#stamp += 1;
    this.#wokenAt = this.#deps.clock.monotonic();
    for (const wake of [...this.#waiting]) wake();
  }
}
