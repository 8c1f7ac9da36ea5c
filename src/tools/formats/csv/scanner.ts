import type { FormatFault } from '../format.ts';
import { decodeUtf8, wholeCharacters } from '../utf8.ts';
import { afterQuote, NEVER_CLOSED, RowCounter, type UnevenRow } from './row-counter.ts';

export interface CsvField {
  readonly value: string;
  /** False when only the beginning of a long one was kept. */
  readonly complete: boolean;
  readonly quoted: boolean;
}

export interface CsvRow {
  readonly fields: readonly CsvField[];
  readonly at: number;
}

export interface CsvOptions {
  readonly delimiter: string;
  /** Told each row until it says that it has enough; the rest is counted. */
  readonly onRow: (row: CsvRow) => 'more' | 'enough';
  readonly keepBytes?: number;
  readonly from?: number;
}

/**
 * Reads delimited text incrementally (RFC 4180; quotes inside an unquoted field are taken literally), in constant
 * memory however long a field is. It knows its position in the file, so it can say where a quote was opened.
 */
export class CsvScanner {
  /** Columns of the first row. */
  columns = 0;
  readonly #options: CsvOptions;
  readonly #delimiter: number;
  readonly #keep: number;
  #fault: FormatFault | undefined;
  #uneven: UnevenRow | undefined;
  #rows = 0;
  #base: number;
  #state = FIELD_START;
  #counter: RowCounter | undefined;
  #fields: CsvField[] = [];
  #rowAt: number;
  #isEmpty = true;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #fieldBytes = 0;
  #quoted = false;
  #quoteAt = 0;

  constructor(options: CsvOptions) {
    this.#options = options;
    this.#delimiter = options.delimiter.charCodeAt(0);
    this.#keep = options.keepBytes ?? 8192;
    this.#base = options.from ?? 0;
    this.#rowAt = this.#base;
  }

  get offset(): number {
    return this.#base;
  }

  get fault(): FormatFault | undefined {
    return this.#fault ?? this.#counter?.fault;
  }

  /** Rows that are not empty, those that were only counted included. */
  get rows(): number {
    return this.#counter?.rows ?? this.#rows;
  }

  get uneven(): UnevenRow | undefined {
    return this.#uneven ?? this.#counter?.uneven;
  }

  /** Rows are only counted from now on. */
  get counting(): boolean {
    return this.#counter !== undefined;
  }

  feed(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.#counter && !this.#fault) at = this.#advance(bytes, at);
    if (!this.fault) this.#counter?.feed(bytes, at, this.#base);
    this.#base += bytes.length;
  }

  end(): void {
    if (this.fault) return;
    if (this.#counter) this.#counter.end(this.#base);
    else if (this.#state === QUOTED) this.#fault = { byte: this.#quoteAt, message: NEVER_CLOSED };
    else if (this.#state !== FIELD_START || !this.#isEmpty) this.#endRow(this.#base);
  }

  #advance(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case FIELD_START:
        if (bytes[at] === QUOTE) return this.#openQuote(at);
        this.#state = PLAIN;
        return at;
      case PLAIN:
        return this.#plain(bytes, at);
      case QUOTED:
        return this.#inQuotes(bytes, at);
      default:
        return this.#afterQuote(bytes[at] ?? 0, at);
    }
  }

  #openQuote(at: number): number {
    this.#state = QUOTED;
    this.#quoted = true;
    this.#isEmpty = false;
    this.#quoteAt = this.#base + at;
    return at + 1;
  }

  #plain(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && bytes[at] !== this.#delimiter && bytes[at] !== NEWLINE) at += 1;
    this.#take(bytes, from, at);
    if (at >= bytes.length) return at;
    if (bytes[at] === NEWLINE) this.#endRow(this.#base + at + 1);
    else this.#endField();
    return at + 1;
  }

  #inQuotes(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(QUOTE, from);
    this.#take(bytes, from, end < 0 ? bytes.length : end);
    if (end < 0) return bytes.length;
    this.#state = QUOTE_SEEN;
    return end + 1;
  }

  /** A quote inside quotes: it ends the field, or is literal when another follows. */
  #afterQuote(byte: number, at: number): number {
    const isDirect = this.#state === QUOTE_SEEN;
    if (byte === QUOTE && isDirect) {
      this.#take(QUOTE_BYTE, 0, 1);
      this.#state = QUOTED;
    } else if (byte === NEWLINE) this.#endRow(this.#base + at + 1);
    else if (byte === this.#delimiter && isDirect) this.#endField();
    else if (byte === RETURN && isDirect) this.#state = RETURN_SEEN;
    else this.#fault = { byte: this.#base + at, message: afterQuote(this.#delimiter, byte) };
    return at + 1;
  }

  #take(bytes: Buffer, from: number, to: number): void {
    const length = to - from;
    if (length === 0) return;
    if (this.#isEmpty) this.#isEmpty = length === 1 && bytes[from] === RETURN && this.#fieldBytes === 0;
    this.#fieldBytes += length;
    if (this.#heldBytes >= this.#keep) return;
    const part = Buffer.from(bytes.subarray(from, Math.min(to, from + this.#keep - this.#heldBytes)));
    this.#held.push(part);
    this.#heldBytes += part.length;
  }

  #endField(): void {
    this.#isEmpty = false;
    this.#fields.push(this.#field());
    this.#state = FIELD_START;
    this.#held = [];
    this.#heldBytes = 0;
    this.#fieldBytes = 0;
    this.#quoted = false;
  }

  #field(): CsvField {
    const bytes = Buffer.concat(this.#held);
    const complete = this.#heldBytes === this.#fieldBytes;
    return {
      value: decodeUtf8(complete ? bytes : bytes.subarray(0, wholeCharacters(bytes))),
      complete,
      quoted: this.#quoted,
    };
  }

  #endRow(next: number): void {
    const isEmpty = this.#isEmpty;
    this.#dropReturn();
    this.#endField();
    const row = { fields: this.#fields, at: this.#rowAt };
    this.#fields = [];
    this.#rowAt = next;
    this.#isEmpty = true;
    if (!isEmpty) this.#tellRow(row);
  }

  #tellRow(row: CsvRow): void {
    this.#rows += 1;
    const columns = row.fields.length;
    if (this.#rows === 1) this.columns = columns;
    else if (columns !== this.columns) this.#uneven ??= { row: this.#rows, columns, at: row.at };
    if (this.#options.onRow(row) === 'enough') {
      this.#counter = new RowCounter({ delimiter: this.#delimiter, columns: this.columns, rows: this.#rows });
    }
  }

  /** The carriage return of a line end is no part of an unquoted last field. */
  #dropReturn(): void {
    const last = this.#held.at(-1);
    if (this.#quoted || this.#heldBytes !== this.#fieldBytes || last?.at(-1) !== RETURN) return;
    this.#held[this.#held.length - 1] = last.subarray(0, -1);
    this.#heldBytes -= 1;
    this.#fieldBytes -= 1;
  }
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE_BYTE = Buffer.from('"');

const FIELD_START = 0;
const PLAIN = 1;
const QUOTED = 2;
const QUOTE_SEEN = 3;
const RETURN_SEEN = 4;
