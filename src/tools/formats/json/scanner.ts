import type { FormatFault } from '../format.ts';
import { LineCounter } from '../lines.ts';
import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, isSpace, nameByte, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './bytes.ts';
import { JsonSkip } from './skip.ts';
import { JsonToken } from './token.ts';
import type { ContainerKind, JsonVisitor, Pace } from './visitor.ts';

export interface ScanOptions {
  /** Values one after the other, as in JSON Lines, instead of one. The visitor's `next` is asked before each. */
  readonly sequence?: boolean;
  /** Of a longer key or scalar only this many bytes are kept. */
  readonly keepBytes?: number;
  /** Offset of the first byte fed. */
  readonly from?: number;
}

/**
 * Reads JSON incrementally and strictly (RFC 8259), in memory that depends only on its nesting. No recursion: a hundred
 * thousand brackets are no problem. A library would hold whole values, or parse what is only to be skipped.
 */
export class JsonScanner {
  fault: FormatFault | undefined;
  /** The fault is something that follows a complete document. */
  trailing = false;
  /** Values seen at the root: 0 or 1, more in a sequence. */
  roots = 0;
  readonly #visitor: JsonVisitor;
  readonly #sequence: boolean;
  readonly #token: JsonToken;
  #state = BEFORE_VALUE;
  #tokenIsKey = false;
  /** Offset of the chunk being read. */
  #base: number;
  readonly #open: { readonly kind: ContainerKind; count: number; readonly at: number }[] = [];
  /** From this depth on, nothing is reported. */
  #quietDepth = Number.POSITIVE_INFINITY;
  readonly #skip = new JsonSkip();
  #lines: LineCounter | undefined;

  constructor(visitor: JsonVisitor, { sequence = false, keepBytes = 8192, from = 0 }: ScanOptions = {}) {
    this.#visitor = visitor;
    this.#sequence = sequence;
    this.#token = new JsonToken(keepBytes);
    this.#base = from;
  }

  /** Where in the file the next byte is expected. */
  get offset(): number {
    return this.#base;
  }

  /** While the rest of the root container, or of the sequence, is passed over: how many were counted so far. */
  get rootRest(): number | undefined {
    if (this.#lines) return this.roots + this.#lines.filled;
    return this.#state === SKIPPING && this.#open.length === 1 ? this.#skip.items : undefined;
  }

  feed(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.fault) at = this.#advance(bytes, at);
    this.#base += bytes.length;
  }

  /** There is nothing more. */
  end(): void {
    if (this.fault) return;
    if (this.#lines) {
      this.#lines.end();
      this.roots += this.#lines.filled;
      return;
    }
    if (this.#state === IN_TOKEN) {
      this.#token.end();
      if (this.#token.done) this.#endToken();
    }
    const between = this.#state === AFTER_VALUE || (this.#sequence && this.#state === BEFORE_VALUE);
    if (this.#open.length > 0 || !between) this.#fail(0, this.#unfinished());
  }

  #advance(bytes: Buffer, at: number): number {
    if (this.#state === IN_TOKEN) return this.#tokenPart(bytes, at);
    if (this.#state === SKIPPING) return this.#skipOn(bytes, at);
    const byte = bytes[at] ?? 0;
    return isSpace(byte) ? at + 1 : this.#between(byte, at);
  }

  /** Outside tokens: brackets, commas, colons, or the first byte of a value. */
  #between(byte: number, at: number): number {
    switch (this.#state) {
      case AFTER_VALUE:
        return this.#afterValue(byte, at);
      case BEFORE_COLON:
        if (byte !== COLON) return this.#fail(at, `a colon was expected after the key, found ${nameByte(byte)}`);
        this.#state = BEFORE_VALUE;
        return at + 1;
      case FIRST_OR_CLOSE:
        return isCloser(byte) ? this.#close(byte, at) : this.#item(byte, at);
      case BEFORE_ITEM:
        return this.#item(byte, at);
      default:
        return this.#open.length === 0 && this.#sequence ? this.#item(byte, at) : this.#value(byte, at);
    }
  }

  #afterValue(byte: number, at: number): number {
    const inside = this.#open.at(-1);
    if (!inside) {
      if (this.#sequence) return this.#item(byte, at);
      this.trailing = true;
      return this.#fail(at, `the document is over, yet ${nameByte(byte)} follows`);
    }
    if (isCloser(byte)) return this.#close(byte, at);
    if (byte !== COMMA)
      return this.#fail(at, `a comma or ${closer(inside.kind)} was expected, found ${nameByte(byte)}`);
    this.#state = BEFORE_ITEM;
    return at + 1;
  }

  /** The first byte of an element, of a member's key, or of a value of a sequence. */
  #item(byte: number, at: number): number {
    const depth = this.#open.length;
    const inside = this.#open.at(-1);
    const index = inside?.count ?? this.roots;
    if (depth < this.#quietDepth) {
      const pace = this.#visitor.next(index);
      if (pace === 'skip') return this.#beginSkip(at, index, true);
      if (pace === 'quiet') this.#quietDepth = depth;
    }
    if (inside) inside.count = index + 1;
    if (inside?.kind !== 'object') return this.#value(byte, at);
    if (byte !== QUOTE) return this.#fail(at, `a key in double quotes was expected, found ${nameByte(byte)}`);
    return this.#beginToken(byte, at, true);
  }

  #value(byte: number, at: number): number {
    if (this.#open.length === 0) this.roots += 1;
    if (byte === OPEN_OBJECT) return this.#begin('object', at);
    if (byte === OPEN_ARRAY) return this.#begin('array', at);
    return this.#beginToken(byte, at, false);
  }

  #begin(kind: ContainerKind, at: number): number {
    const depth = this.#open.length;
    if (depth >= DEEPEST) return this.#fail(at, `it is nested deeper than ${DEEPEST.toLocaleString('en')} levels`);
    const told = depth < this.#quietDepth;
    const pace: Pace = told ? this.#visitor.open(kind) : 'quiet';
    this.#open.push({ kind, count: 0, at: this.#base + at });
    if (pace === 'skip') return this.#beginSkip(at + 1, 0, false);
    // One deeper than the container: its own end is still told.
    if (told && pace === 'quiet') this.#quietDepth = depth + 1;
    this.#state = FIRST_OR_CLOSE;
    return at + 1;
  }

  #close(byte: number, at: number): number {
    const inside = this.#open.at(-1);
    if (!inside || (byte === CLOSE_OBJECT) !== (inside.kind === 'object')) {
      return this.#fail(at, `${closer(inside?.kind ?? 'array')} was expected, found ${nameByte(byte)}`);
    }
    if (this.#open.length <= this.#quietDepth) {
      this.#quietDepth = Number.POSITIVE_INFINITY;
      this.#visitor.close(inside.kind, inside.count);
    }
    this.#open.pop();
    this.#state = AFTER_VALUE;
    return at + 1;
  }

  #beginSkip(at: number, seen: number, inItem: boolean): number {
    if (this.#open.length === 0) this.#lines = new LineCounter();
    else this.#skip.begin(seen, inItem);
    this.#state = SKIPPING;
    return at;
  }

  #skipOn(bytes: Buffer, at: number): number {
    const inside = this.#open.at(-1);
    if (!inside) {
      this.#lines?.feed(bytes, at);
      return bytes.length;
    }
    const close = this.#skip.feed(bytes, at);
    if (close < 0) return bytes.length;
    inside.count = this.#skip.items;
    return this.#close(bytes[close] ?? 0, close);
  }

  #beginToken(byte: number, at: number, isKey: boolean): number {
    if (!this.#token.begin(byte)) return this.#fail(at, `a value was expected, found ${nameByte(byte)}`);
    this.#tokenIsKey = isKey;
    this.#state = IN_TOKEN;
    return at;
  }

  #tokenPart(bytes: Buffer, from: number): number {
    const at = this.#token.feed(bytes, from, this.#open.length < this.#quietDepth);
    if (this.#token.fault !== undefined) return this.#fail(at, this.#token.fault);
    if (this.#token.done) this.#endToken();
    return at;
  }

  #endToken(): void {
    this.#state = this.#tokenIsKey ? BEFORE_COLON : AFTER_VALUE;
    if (this.#open.length >= this.#quietDepth) return;
    if (this.#tokenIsKey) this.#visitor.key(this.#token.text());
    else this.#visitor.scalar(this.#token.text());
  }

  #fail(at: number, message: string): number {
    this.fault = { byte: this.#base + at, message };
    return at;
  }

  #unfinished(): string {
    if (this.roots === 0) return 'there is no value';
    const inside = this.#open.at(-1);
    const token = this.#state === IN_TOKEN ? `inside a ${this.#token.kind}` : '';
    if (!inside) return `the file ends ${token || 'too early'}`;
    return `the file ends ${token ? `${token}, ` : ''}before the ${inside.kind} opened at byte ${inside.at} is closed`;
  }
}

const isCloser = (byte: number): boolean => byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;
const closer = (kind: ContainerKind): string => (kind === 'object' ? '}' : ']');

const DEEPEST = 1_000_000;

const BEFORE_VALUE = 0;
const FIRST_OR_CLOSE = 1;
const BEFORE_ITEM = 2;
const BEFORE_COLON = 3;
const AFTER_VALUE = 4;
const IN_TOKEN = 5;
const SKIPPING = 6;
