import type { RunEvent } from '#contracts/run-events.ts';
import type { ChainedRow } from './chain.ts';
import { decodeAppend } from './encode.ts';

const MOST_BYTES = 16 * 1024 ** 2;

/**
 * Cache of decoded rows by chain hash, which the reader has just checked: it identifies the row and all rows before it.
 * Without it, a process that drives a run by many short calls would decode the whole log on each.
 */
export class DecodedRows {
  readonly #kept = new Map<string, { readonly events: readonly RunEvent[]; readonly bytes: number }>();
  #bytes = 0;

  eventsOf(row: ChainedRow & { readonly chain: string }): readonly RunEvent[] {
    const known = this.#kept.get(row.chain);
    if (known) return known.events;
    const events = decodeAppend(row);
    this.#kept.set(row.chain, { events, bytes: row.body.length });
    this.#bytes += row.body.length;
    for (const [chain, { bytes }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#kept.delete(chain);
      this.#bytes -= bytes;
    }
    return events;
  }
}
