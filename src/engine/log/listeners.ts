import type { StoreChange, StoreListener } from '#contracts/store.ts';

/** Listeners for changes. They are called after the change, never within it. */
export class Listeners {
  readonly #listeners = new Set<StoreListener>();

  get size(): number {
    return this.#listeners.size;
  }

  add(listener: StoreListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(change: StoreChange | null): void {
    if (this.#listeners.size > 0) queueMicrotask(() => this.#tellAll(change));
  }

  #tellAll(change: StoreChange | null): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}
