import type { Json } from '#contracts/json.ts';

const CAPACITY = 5_000;

/** Answers that later requests name by id instead of repeating them. The oldest are forgotten. */
export class Memory {
  readonly #items = new Map<string, readonly Json[]>();

  recall(id: string): readonly Json[] | undefined {
    return this.#items.get(id);
  }

  add(entries: readonly (readonly [string, readonly Json[]])[]): void {
    for (const [id, items] of entries) this.#items.set(id, items);
    for (const id of this.#items.keys()) {
      if (this.#items.size <= CAPACITY) break;
      this.#items.delete(id);
    }
  }
}
