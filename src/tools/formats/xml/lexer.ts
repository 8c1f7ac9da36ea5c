import type { FormatFault } from '../format.ts';
import { BANG, DOUBLE, GREATER, LESS, QUESTION, SINGLE, SLASH } from './bytes.ts';
import { findLess, passElements } from './pass-elements.ts';
import { TOKEN_WORDS, type XmlSink, type XmlTokenKind } from './token.ts';

/**
 * Only finds where the parts of an XML text begin and end: the grammar is left to the parser that receives them. So a
 * text of any length needs no memory, and unwanted parts are skipped without being parsed.
 */
export class XmlLexer {
  fault: FormatFault | undefined;
  readonly #sink: XmlSink;
  readonly #keepText: number;
  #base: number;
  #state: State = 'text';
  #kind: XmlTokenKind = 'text';
  /** Where the token in hand begins: in the file, and in these bytes. */
  #at: number;
  #from = 0;
  /** Of a token that began in earlier bytes. */
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  /** Elements open in the one that is passed over; 0 when none is. */
  #passing = 0;
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

  /** Passes over the element whose start tag was just told. */
  pass(): void {
    this.#passing = 1;
  }

  feed(bytes: Buffer): void {
    let at = 0;
    this.#from = 0;
    while (at < bytes.length && !this.fault) {
      at = this.#passing > 0 && this.#state === 'text' ? this.#passOn(bytes, at) : this.#advance(bytes, at);
      if (this.#state === 'ended') this.#endToken(bytes, at);
    }
    if (!this.fault) this.#carry(bytes);
    this.#base += bytes.length;
  }

  end(): void {
    if (this.fault) return;
    if (this.#state === 'text') {
      this.#from = 0;
      this.#tell(EMPTY, 0);
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

  #passOn(bytes: Buffer, at: number): number {
    const passed = passElements(bytes, at, this.#passing);
    if (passed.depth > 0) this.#startAt(passed.at);
    this.#passing = passed.depth;
    if (passed.depth > 0) return passed.at < bytes.length ? this.#text(bytes, passed.at) : passed.at;
    this.#startAt(passed.at);
    this.#sink.passed();
    return passed.at;
  }

  #text(bytes: Buffer, at: number): number {
    if (bytes[at] !== LESS) return findLess(bytes, at);
    this.#tell(bytes, at);
    this.#startAt(at);
    this.#state = 'after <';
    return at + 1;
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
    // `[CDATA[` is recognised by its length: the parser refuses anything else of that shape.
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

  #endToken(bytes: Buffer, end: number): void {
    this.#tell(bytes, end);
    this.#startAt(end);
    this.#kind = 'text';
    this.#state = 'text';
  }

  /** The token that ends here. */
  #tell(bytes: Buffer, end: number): void {
    const kind = this.#kind;
    const length = this.#carriedBytes + end - this.#from;
    if (this.#passing > 0) {
      if (kind === 'open') this.#passing += 1;
      else if (kind === 'close') this.#passing -= 1;
      if (this.#passing === 0) this.#sink.passed();
      return;
    }
    if (length === 0) return;
    const room = Math.max(0, this.#limit() - this.#carriedTotal());
    const rest = bytes.subarray(this.#from, Math.min(end, this.#from + room));
    const held = this.#carried.length === 0 ? rest : Buffer.concat([...this.#carried, rest]);
    this.#sink.token({ kind, bytes: held, complete: held.length === length, at: this.#at });
  }

  /** The part of the current token in these bytes, which are reused for the next part of the file. */
  #carry(bytes: Buffer): void {
    const room = this.#limit() - this.#carriedTotal();
    this.#carriedBytes += bytes.length - this.#from;
    if (this.#passing > 0) return;
    if (room > 0) this.#carried.push(Buffer.from(bytes.subarray(this.#from, this.#from + room)));
    else if (this.#limit() === LONGEST_TAG) {
      this.fault = { byte: this.#at, message: 'the tag that begins here is longer than 1 MB' };
    }
  }

  #carriedTotal(): number {
    return this.#carried.reduce((sum, part) => sum + part.length, 0);
  }

  #limit(): number {
    const isText =
      this.#kind === 'text' || this.#kind === 'comment' || this.#kind === 'cdata' || this.#kind === 'instruction';
    return isText ? this.#keepText : LONGEST_TAG;
  }

  #startAt(at: number): void {
    this.#at = this.#base + at;
    this.#from = at;
    if (this.#carried.length > 0) this.#carried = [];
    this.#carriedBytes = 0;
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

const EMPTY = Buffer.alloc(0);
const LONGEST_TAG = 1024 * 1024;
const COMMENT_START = 0x3c212d2d;
