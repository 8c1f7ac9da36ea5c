import type { Clock } from '#contracts/clock.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import type { RunStore } from '#contracts/store.ts';
import type { Log } from '#host/log.ts';

interface WatchDeps {
  readonly store: Pick<RunStore, 'version'>;
  readonly clock: Clock;
  readonly log: Log;
}

export const POLL_MS = 100;
/** Also when nothing was written: a lease may have run out, a driver may have died. */
export const TICK_MS = 1_000;

/**
 * One look at the store's version for everybody who waits for news, whoever writes them: this process or another.
 * Nobody waits, nothing is polled.
 */
export class StoreWatch {
  readonly #deps: WatchDeps;
  readonly #waiting = new Set<() => void>();
  #stamp = 0;
  #version = Number.NaN;
  #nudged = false;
  #closed = false;
  #wokenAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** Take it before looking, and wait for what comes after it. */
  get stamp(): number {
    return this.#stamp;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when there may be news since `stamp`, at least once a second, and when the signal aborts. */
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
      this.#schedule();
    });
  }

  /** There is news that no store knows of. */
  nudge(): void {
    this.#nudged = true;
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
    this.#wake();
  }

  #schedule(): void {
    if (this.#cancel || this.#closed) return;
    this.#cancel = this.#deps.clock.after(POLL_MS, () => {
      this.#cancel = null;
      this.#look();
      if (this.#waiting.size > 0) this.#schedule();
    });
  }

  #look(): void {
    const version = this.#readVersion();
    const isDue = this.#deps.clock.monotonic() - this.#wokenAt >= TICK_MS;
    if (version === this.#version && !this.#nudged && !isDue) return;
    this.#version = version;
    this.#nudged = false;
    this.#wake();
  }

  #wake(): void {
    this.#stamp += 1;
    this.#wokenAt = this.#deps.clock.monotonic();
    for (const wake of [...this.#waiting]) wake();
  }

  /** A store that cannot be read now may be readable again: whoever waits will meet the error itself. */
  #readVersion(): number {
    try {
      return this.#deps.store.version();
    } catch (thrown) {
      this.#deps.log.error('The store cannot be read.', { error: toErrorInfo(thrown) });
      return Number.NaN;
    }
  }
}
