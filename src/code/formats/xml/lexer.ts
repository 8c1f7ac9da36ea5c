import type { Fault } from '../format.ts';
import { TOKEN_WORDS, type XmlSink, type XmlTokenKind } from './token.ts';

/**
 * Finds where the parts of an XML text begin and end, and no more: the grammar is left to the parser that is fed with
 * them. So a text of any length needs no memory, and what nobody wants is passed over without being parsed.
 */
export class XmlLexer {
  fault: Fault | undefined;
  /** Off: only tags are told, and only that they were there. */
  holding = true;
  readonly #sink: XmlSink;
  readonly #keepText: number;
  #base: number;
  #state: State = 'text';
  #kind: XmlTokenKind = 'text';
  #held: Buffer[] = [];
  #heldBytes = 0;
  #bytes = 0;
  #at: number;
  /** The bytes before the current one, the latest in the lowest place; across chunks too. */
  #recent = 0;
  #quote = 0;
  #brackets = 0;

  constructor(sink: XmlSink, options: { from?: number; keepText?: number } = {}) {
    this.#sink = sink;
    this.#base = options.from ?? 0;
    this.#at = this.#base;
    this.#keepText = options.keepText ?? 64 * 1024;
  }

  get offset(): number {
    return this.#base;
  }

  feed(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.fault) {
      const next = this.#advance(bytes, at);
      // A token that ended has taken its bytes along; what is left belongs to the one in hand.
      if (this.#state !== 'ended') this.#hold(bytes, at, next);
      else this.#endToken(bytes, at, next);
      at = next;
    }
    this.#base += bytes.length;
  }

  end(): void {
    if (this.fault) return;
    if (this.#state === 'text') {
      if (this.#bytes > 0) this.#tell();
      return;
    }
    this.fault = { byte: this.#at, message: `the ${TOKEN_WORDS[this.#kind]} that begins here is not closed` };
  }

  /** Goes as far as the state lasts; `ended` when the token is complete. */
  #advance(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case 'text':
        return this.#text(bytes, at);
      case 'after <':
        return this.#begin(bytes[at] ?? 0, at);
      case 'after <!':
        return this.#bang(bytes[at] ?? 0, at);
      case 'tag':
        return this.#tag(bytes, at);
      case 'quoted':
        return this.#quoted(bytes, at);
      case 'declaration':
        return this.#declaration(bytes, at);
      default:
        return this.#until(bytes, at);
    }
  }

  #text(bytes: Buffer, at: number): number {
    if (bytes[at] === LESS) {
      if (this.#bytes > 0) this.#tell();
      this.#startAt(this.#base + at);
      this.#state = 'after <';
      return at + 1;
    }
    return findLess(bytes, at);
  }

  #begin(byte: number, at: number): number {
    if (byte === BANG) {
      this.#state = 'after <!';
      this.#kind = 'declaration';
      this.#recent = 0;
      return at + 1;
    }
    this.#recent = 0;
    if (byte === QUESTION) {
      this.#kind = 'instruction';
      this.#state = 'instruction';
      return at + 1;
    }
    this.#kind = byte === SLASH ? 'close' : 'open';
    this.#state = 'tag';
    return byte === SLASH ? at + 1 : at;
  }

  #bang(byte: number, at: number): number {
    this.#recent = ((this.#recent << 8) | byte) >>> 0;
    this.#brackets += 1;
    const count = this.#brackets;
    if (count === 1 && byte !== 0x2d && byte !== 0x5b) return this.#enter('declaration', 'declaration', at);
    if (count === 2 && (this.#recent & 0xffff) === 0x2d2d) return this.#enter('comment', 'comment', at + 1);
    if (count === 2 && (this.#recent & 0xffff) !== 0x5b43) return this.#enter('declaration', 'declaration', at + 1);
    // `[CDATA[` is told by its length: the parser refuses anything else of that shape.
    if (count === 7) return this.#enter('cdata', 'cdata', at + 1);
    return at + 1;
  }

  #enter(kind: XmlTokenKind, state: State, at: number): number {
    this.#kind = kind;
    this.#state = state;
    this.#recent = 0;
    this.#brackets = 0;
    return at;
  }

  #tag(bytes: Buffer, from: number): number {
    let at = from;
    let last = this.#recent;
    while (at < bytes.length) {
      const byte = bytes[at++] ?? 0;
      if (byte === GREATER) {
        if (last === SLASH && this.#kind === 'open') this.#kind = 'empty';
        this.#state = 'ended';
        return at;
      }
      if (byte === DOUBLE || byte === SINGLE) {
        this.#quote = byte;
        this.#state = 'quoted';
        this.#recent = 0;
        return at;
      }
      last = byte;
    }
    this.#recent = last;
    return at;
  }

  #quoted(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(this.#quote, at);
    if (end < 0) return bytes.length;
    this.#state = this.#kind === 'declaration' ? 'declaration' : 'tag';
    return end + 1;
  }

  /** A document type can hold brackets, quoted texts and comments of its own. */
  #declaration(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length) {
      const byte = bytes[at++] ?? 0;
      this.#recent = ((this.#recent << 8) | byte) >>> 0;
      if (this.#recent === COMMENT_START) return this.#enterInner(at);
      if (byte === 0x5b) this.#brackets += 1;
      else if (byte === 0x5d) this.#brackets -= 1;
      else if (byte === GREATER && this.#brackets <= 0) {
        this.#state = 'ended';
        return at;
      } else if (byte === DOUBLE || byte === SINGLE) {
        this.#quote = byte;
        this.#state = 'quoted';
        return at;
      }
    }
    return at;
  }

  #enterInner(at: number): number {
    this.#state = 'inner comment';
    this.#recent = 0;
    return at;
  }

  /** Up to the three (or two) bytes that end a comment, a CDATA section or an instruction. */
  #until(bytes: Buffer, from: number): number {
    let at = from;
    for (;;) {
      const found = bytes.indexOf(GREATER, at);
      const to = found < 0 ? bytes.length : found;
      this.#remember(bytes, at, to);
      if (found < 0) return bytes.length;
      at = found + 1;
      if (this.#closes()) {
        this.#state = this.#state === 'inner comment' ? 'declaration' : 'ended';
        this.#recent = 0;
        return at;
      }
      this.#recent = ((this.#recent << 8) | GREATER) >>> 0;
    }
  }

  #closes(): boolean {
    if (this.#state === 'instruction') return (this.#recent & 0xff) === QUESTION;
    return (this.#recent & 0xffff) === (this.#state === 'cdata' ? 0x5d5d : 0x2d2d);
  }

  #remember(bytes: Buffer, from: number, to: number): void {
    for (let at = Math.max(from, to - 3); at < to; at += 1) {
      this.#recent = ((this.#recent << 8) | (bytes[at] ?? 0)) >>> 0;
    }
  }

  #hold(bytes: Buffer, from: number, to: number): void {
    if (to <= from) return;
    this.#bytes += to - from;
    if (!this.holding) return;
    const isTag = this.#kind === 'open' || this.#kind === 'empty' || this.#kind === 'close';
    const limit = isTag || this.#kind === 'declaration' ? LONGEST_TAG : this.#keepText;
    if (this.#heldBytes >= limit) {
      if (limit === LONGEST_TAG)
        this.fault = { byte: this.#at, message: 'the tag that begins here is longer than 1 MB' };
      return;
    }
    const part = Buffer.from(bytes.subarray(from, Math.min(to, from + limit - this.#heldBytes)));
    this.#held.push(part);
    this.#heldBytes += part.length;
  }

  #endToken(bytes: Buffer, from: number, to: number): void {
    this.#hold(bytes, from, to);
    if (this.fault) return;
    this.#tell();
    this.#startAt(this.#base + to);
    this.#kind = 'text';
    this.#state = 'text';
  }

  #tell(): void {
    const kind = this.#kind;
    if (this.holding) {
      const bytes = this.#held.length === 1 && this.#held[0] ? this.#held[0] : Buffer.concat(this.#held);
      this.#sink.token({ kind, bytes, complete: this.#heldBytes === this.#bytes, at: this.#at });
    } else if (kind === 'open' || kind === 'empty' || kind === 'close') this.#sink.mark(kind);
  }

  #startAt(at: number): void {
    this.#at = at;
    this.#held = [];
    this.#heldBytes = 0;
    this.#bytes = 0;
    this.#brackets = 0;
  }
}

type State =
  | 'text'
  | 'after <'
  | 'after <!'
  | 'tag'
  | 'quoted'
  | 'declaration'
  | 'inner comment'
  | 'comment'
  | 'cdata'
  | 'instruction'
  | 'ended';

/** Texts between tags are mostly short, where a loop is faster than a search; long ones are searched. */
function findLess(bytes: Buffer, from: number): number {
  const near = Math.min(bytes.length, from + 48);
  for (let at = from; at < near; at += 1) if (bytes[at] === LESS) return at;
  const found = bytes.indexOf(LESS, near);
  return found < 0 ? bytes.length : found;
}

const LONGEST_TAG = 1024 * 1024;
const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const DOUBLE = 0x22;
const SINGLE = 0x27;
const COMMENT_START = 0x3c212d2d;
