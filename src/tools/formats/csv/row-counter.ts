import type { FormatFault } from '../format.ts';
import { nameByte } from '../json/bytes.ts';

/** A row that has another number of columns than the first. */
export interface UnevenRow {
  readonly row: number;
  readonly columns: number;
  readonly at: number;
}

export interface RowCounterOptions {
  readonly delimiter: number;
  /** Of the first row. */
  readonly columns: number;
  /** Rows counted before. */
  readonly rows: number;
}

/** Counts rows from the beginning of one on, by the same grammar as the scanner, in one loop. */
export class RowCounter {
  fault: FormatFault | undefined;
  uneven: UnevenRow | undefined;
  rows: number;
  readonly #delimiter: number;
  readonly #columns: number;
  #state = FIELD_START;
  #fields = 1;
  /** Nothing but a carriage return so far. */
  #isEmpty = true;
  #rowAt = 0;
  #quoteAt = 0;

  constructor({ delimiter, columns, rows }: RowCounterOptions) {
    this.#delimiter = delimiter;
    this.#columns = columns;
    this.rows = rows;
  }

  /** `base` is the offset of the bytes in the file. */
  feed(bytes: Uint8Array, from: number, base: number): void {
    const delimiter = this.#delimiter;
    const length = bytes.length;
    let state = this.#state;
    let at = from;
    while (at < length) {
      // Two loops that do next to nothing pass over most of the bytes.
      if (state === QUOTED) while (at < length && bytes[at] !== QUOTE) at += 1;
      else if (state === PLAIN) while (at < length && bytes[at] !== delimiter && bytes[at] !== NEWLINE) at += 1;
      if (at >= length) break;
      state = this.#step(state, bytes[at] ?? 0, base + at);
      if (state < 0) return;
      at += 1;
    }
    this.#state = state;
  }

  #step(state: number, byte: number, at: number): number {
    if (state === QUOTED) return QUOTE_SEEN;
    if (byte === NEWLINE) {
      this.#endRow(at + 1);
      return FIELD_START;
    }
    if (byte === this.#delimiter && state !== RETURN_SEEN) {
      this.#fields += 1;
      this.#isEmpty = false;
      return FIELD_START;
    }
    if (state === FIELD_START && byte === QUOTE) {
      this.#isEmpty = false;
      this.#quoteAt = at;
      return QUOTED;
    }
    if (state === FIELD_START) {
      if (byte !== RETURN) this.#isEmpty = false;
      return byte === RETURN ? RETURN_FIRST : PLAIN;
    }
    if (state === RETURN_FIRST) {
      this.#isEmpty = false;
      return PLAIN;
    }
    if (state === QUOTE_SEEN && byte === QUOTE) return QUOTED;
    if (state === QUOTE_SEEN && byte === RETURN) return RETURN_SEEN;
    this.fault = { byte: at, message: afterQuote(this.#delimiter, byte) };
    return -1;
  }

  /** `offset` is the end of the file. */
  end(offset: number): void {
    if (this.#state === QUOTED) this.fault = { byte: this.#quoteAt, message: NEVER_CLOSED };
    else this.#endRow(offset);
  }

  #endRow(next: number): void {
    if (!this.#isEmpty) {
      this.rows += 1;
      if (this.#fields !== this.#columns) this.uneven ??= { row: this.rows, columns: this.#fields, at: this.#rowAt };
    }
    this.#fields = 1;
    this.#isEmpty = true;
    this.#rowAt = next;
  }
}

export const NEVER_CLOSED = 'the quote opened here is never closed';

export const afterQuote = (delimiter: number, byte: number): string =>
  `after a closing quote ${JSON.stringify(String.fromCharCode(delimiter))} or a line end was expected, found ${nameByte(byte)}`;

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

const FIELD_START = 0;
const PLAIN = 1;
const QUOTED = 2;
const QUOTE_SEEN = 3;
const RETURN_SEEN = 4;
/** A carriage return begins a field: the rest of an empty line, or a field like any other. */
const RETURN_FIRST = 5;
