import type { Fault } from '../format.ts';
import { nameByte } from '../json/bytes.ts';
import { decodeUtf8, wholeCharacters } from '../utf8.ts';

export interface Field {
  readonly value: string;
  /** False when only the beginning of a long one was kept. */
  readonly complete: boolean;
  readonly quoted: boolean;
}

export interface Row {
  readonly fields: readonly Field[];
  readonly at: number;
}

export interface CsvOptions {
  readonly delimiter: string;
  /** Told each row until it says that it has enough; the rest is counted. */
  readonly onRow: (row: Row) => 'more' | 'enough';
  readonly keepBytes?: number;
  readonly from?: number;
}

/**
 * Reads delimited text as it comes (RFC 4180; quotes inside an unquoted field are taken as they are), in constant
 * memory however long a field is. It knows where it is in the file, so it can say where a quote was opened.
 */
export class CsvScanner {
  fault: Fault | undefined;
  /** Rows that are not empty, those that were only counted included. */
  rows = 0;
  /** Columns of the first row, and the first row that has another number of them. */
  columns = 0;
  uneven: { readonly row: number; readonly columns: number; readonly at: number } | undefined;
  readonly #options: CsvOptions;
  readonly #delimiter: number;
  readonly #keep: number;
  #base: number;
  #state = FIELD_START;
  #telling = true;
  #fields: Field[] = [];
  #fieldCount = 0;
  #rowAt: number;
  #rowEmpty = true;
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

  /** Rows are only counted from now on. */
  get counting(): boolean {
    return !this.#telling;
  }

  feed(bytes: Buffer): void {
    let at = 0;
    // Without quotes in it a stretch is lines, and lines are found faster than fields.
    const plain = this.#plainFrom(bytes);
    while (at < bytes.length && !this.fault) {
      at =
        !this.#telling && at >= plain && this.#state === FIELD_START && this.#rowEmpty
          ? this.#countLine(bytes, at)
          : this.#advance(bytes, at);
    }
    this.#base += bytes.length;
  }

  end(): void {
    if (this.fault) return;
    if (this.#state === QUOTED) {
      this.fault = { byte: this.#quoteAt, message: 'the quote opened here is never closed' };
      return;
    }
    if (this.#state !== FIELD_START || !this.#rowEmpty) this.#endRow(this.#base);
  }

  #plainFrom(bytes: Buffer): number {
    return this.#telling ? bytes.length : bytes.lastIndexOf(QUOTE) + 1;
  }

  #countLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(NEWLINE, at);
    if (end < 0) return this.#advance(bytes, at);
    const text = end > at && bytes[end - 1] === RETURN ? end - 1 : end;
    if (text > at) this.rows += 1;
    return end + 1;
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
    this.#rowEmpty = false;
    this.#quoteAt = this.#base + at;
    return at + 1;
  }

  #plain(bytes: Buffer, from: number): number {
    let at = from;
    const delimiter = this.#delimiter;
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0;
      if (byte === delimiter || byte === NEWLINE) break;
      at += 1;
    }
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

  /** A quote inside quotes: it ends the field, or stands for itself when another follows. */
  #afterQuote(byte: number, at: number): number {
    if (byte === QUOTE && this.#state === QUOTE_SEEN) {
      this.#take(QUOTE_BYTE, 0, 1);
      this.#state = QUOTED;
    } else if (byte === NEWLINE) this.#endRow(this.#base + at + 1);
    else if (byte === this.#delimiter && this.#state === QUOTE_SEEN) this.#endField();
    else if (byte === RETURN && this.#state === QUOTE_SEEN) this.#state = RETURN_SEEN;
    else {
      this.fault = {
        byte: this.#base + at,
        message: `after a closing quote ${JSON.stringify(this.#options.delimiter)} or a line end was expected, ${nameByte(byte)} is there`,
      };
    }
    return at + 1;
  }

  #take(bytes: Buffer, from: number, to: number): void {
    const length = to - from;
    if (length === 0) return;
    if (this.#rowEmpty) this.#rowEmpty = length === 1 && bytes[from] === RETURN;
    this.#fieldBytes += length;
    if (!this.#telling || this.#heldBytes >= this.#keep) return;
    const part = Buffer.from(bytes.subarray(from, Math.min(to, from + this.#keep - this.#heldBytes)));
    this.#held.push(part);
    this.#heldBytes += part.length;
  }

  #endField(): void {
    this.#rowEmpty = false;
    this.#fieldCount += 1;
    if (this.#telling) this.#fields.push(this.#field());
    this.#state = FIELD_START;
    this.#held = [];
    this.#heldBytes = 0;
    this.#fieldBytes = 0;
    this.#quoted = false;
  }

  #field(): Field {
    const bytes = Buffer.concat(this.#held);
    const complete = this.#heldBytes === this.#fieldBytes;
    return {
      value: decodeUtf8(complete ? bytes : bytes.subarray(0, wholeCharacters(bytes))),
      complete,
      quoted: this.#quoted,
    };
  }

  #endRow(next: number): void {
    const empty = this.#rowEmpty;
    this.#dropReturn();
    this.#endField();
    if (!empty) this.#tellRow();
    this.#fields = [];
    this.#fieldCount = 0;
    this.#rowAt = next;
    this.#rowEmpty = true;
  }

  #tellRow(): void {
    this.rows += 1;
    const columns = this.#fieldCount;
    if (this.rows === 1) this.columns = columns;
    else if (columns !== this.columns) this.uneven ??= { row: this.rows, columns, at: this.#rowAt };
    if (this.#telling && this.#options.onRow({ fields: this.#fields, at: this.#rowAt }) === 'enough') {
      this.#telling = false;
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
