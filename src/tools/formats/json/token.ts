import { BACKSLASH, isDigit, MINUS, nameByte, QUOTE } from './bytes.ts';
import { NumberShape } from './number-shape.ts';
import { decodeToken, type RawText } from './raw-text.ts';

type Stage = 'string' | 'escape' | 'hex' | 'number' | 'literal';

/** One string, number or literal, fed in any pieces. Only the first `keep` bytes of it are held. */
export class JsonToken {
  kind: RawText['kind'] = 'literal';
  /** What is wrong, at the index `feed` gave back. */
  fault: string | undefined;
  done = false;
  readonly #keep: number;
  #stage: Stage = 'literal';
  #literal: Uint8Array = TRUE;
  #matched = 0;
  #bytes = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  readonly #number = new NumberShape();

  constructor(keep: number) {
    this.#keep = keep;
  }

  /** Whether a token can begin with this byte; `feed` it next. */
  begin(byte: number): boolean {
    this.done = false;
    this.#bytes = 0;
    this.#held = [];
    this.#heldBytes = 0;
    this.#matched = 0;
    if (byte === QUOTE) this.kind = 'string';
    else if (byte === MINUS || isDigit(byte)) this.kind = 'number';
    else this.kind = 'literal';
    this.#stage = this.kind;
    this.#number.begin();
    if (this.kind !== 'literal') return true;
    const literal = byte === 0x74 ? TRUE : byte === 0x66 ? FALSE : byte === 0x6e ? NULL : undefined;
    this.#literal = literal ?? TRUE;
    return literal !== undefined;
  }

  /** The index behind what belongs to the token. `hold` when its text will be needed. */
  feed(bytes: Buffer, from: number, hold: boolean): number {
    let at = from;
    while (at < bytes.length && !this.done && this.fault === undefined) at = this.#advance(bytes, at);
    if (hold && this.#heldBytes < this.#keep) this.#hold(bytes.subarray(from, at));
    this.#bytes += at - from;
    return at;
  }

  /** There is nothing more: a number may be complete then. */
  end(): void {
    if (this.#stage === 'number' && this.#number.complete) this.done = true;
  }

  text(): RawText {
    const held = this.#held.length === 1 ? this.#held[0] : undefined;
    const complete = this.#heldBytes === this.#bytes;
    const raw = decodeToken(held ?? Buffer.concat(this.#held), complete);
    return { kind: this.kind, raw, complete, bytes: this.#bytes };
  }

  #advance(bytes: Buffer, at: number): number {
    switch (this.#stage) {
      case 'string':
        return this.#string(bytes, at);
      case 'escape':
        return this.#escape(bytes[at] ?? 0, at);
      case 'hex':
        return this.#hex(bytes[at] ?? 0, at);
      case 'number':
        return this.#numberPart(bytes, at);
      case 'literal':
        return this.#literalPart(bytes[at] ?? 0, at);
    }
  }

  #string(bytes: Buffer, from: number): number {
    // The opening quote is the token's own first byte.
    let at = this.#matched === 0 ? from + 1 : from;
    this.#matched = 1;
    const length = bytes.length;
    let byte = 0;
    while (at < length) {
      byte = bytes[at] ?? 0;
      if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break;
      at += 1;
    }
    if (at >= length) return at;
    if (byte === QUOTE) this.done = true;
    else if (byte === BACKSLASH) this.#stage = 'escape';
    else return this.#fail(at, `${nameByte(byte)} inside a string must be escaped`);
    return at + 1;
  }

  #escape(byte: number, at: number): number {
    if (byte === 0x75) {
      this.#stage = 'hex';
      this.#matched = 1;
    } else if (ESCAPES.includes(byte)) this.#stage = 'string';
    else return this.#fail(at, `a backslash cannot be followed by ${nameByte(byte)}`);
    return at + 1;
  }

  #hex(byte: number, at: number): number {
    const low = byte | 0x20;
    if (!isDigit(byte) && !(low >= 0x61 && low <= 0x66)) {
      return this.#fail(at, `\\u needs four hexadecimal digits, found ${nameByte(byte)}`);
    }
    this.#matched += 1;
    if (this.#matched === 5) {
      this.#stage = 'string';
      this.#matched = 1;
    }
    return at + 1;
  }

  #numberPart(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && this.#number.take(bytes[at] ?? 0)) at += 1;
    if (at >= bytes.length) return at;
    if (this.#number.complete) this.done = true;
    else return this.#fail(at, `a digit was expected, found ${nameByte(bytes[at] ?? 0)}`);
    return at;
  }

  #literalPart(byte: number, at: number): number {
    if (byte !== this.#literal[this.#matched]) {
      return this.#fail(at, `'${Buffer.from(this.#literal)}' was expected, found ${nameByte(byte)}`);
    }
    this.#matched += 1;
    this.done = this.#matched === this.#literal.length;
    return at + 1;
  }

  /** A copy: the buffer is used again for the next stretch of the file. */
  #hold(bytes: Buffer): void {
    const part = Buffer.from(bytes.subarray(0, this.#keep - this.#heldBytes));
    this.#held.push(part);
    this.#heldBytes += part.length;
  }

  #fail(at: number, message: string): number {
    this.fault = message;
    return at;
  }
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');
const ESCAPES = Buffer.from('"\\/bfnrt');
