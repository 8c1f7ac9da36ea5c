/**
 * Passes over the inside of a JSON container without looking at more than quotes, brackets and commas: what it costs
 * to find something that stands behind hundreds of megabytes. It does not check what it passes over.
 */
export class JsonSkip {
  /** Elements or members of the container itself, those before the skip included. */
  items = 0;
  #depth = 1;
  #inString = false;
  #escaped = false;
  #empty = true;

  /** `seen` were counted before; `inItem` when the next of them has begun. */
  constructor(seen: number, inItem: boolean) {
    this.items = seen + (inItem ? 1 : 0);
    this.#empty = !inItem;
  }

  /** The index of the bracket that closes the container, or -1 when it is not among these bytes. */
  feed(bytes: Uint8Array, from: number): number {
    const length = bytes.length;
    let at = this.#empty ? this.#firstItem(bytes, from) : from;
    let depth = this.#depth;
    let inString = this.#inString;
    let commas = 0;
    let close = -1;
    if (this.#escaped && at < length) {
      this.#escaped = false;
      at += 1;
    }
    scan: while (at < length) {
      if (inString) {
        let byte = 0;
        while (at < length) {
          byte = bytes[at++] ?? 0;
          if (byte === QUOTE || byte === BACKSLASH) break;
          byte = 0;
        }
        if (byte === QUOTE) inString = false;
        else if (byte === BACKSLASH) {
          if (at === length) this.#escaped = true;
          at += 1;
        }
        continue;
      }
      let role = 0;
      while (at < length) {
        role = ROLE[bytes[at++] ?? 0] ?? 0;
        if (role !== 0) break;
      }
      switch (role) {
        case STRING:
          inString = true;
          break;
        case OPEN:
          depth += 1;
          break;
        case CLOSE:
          depth -= 1;
          if (depth === 0) {
            close = at - 1;
            break scan;
          }
          break;
        case COMMA:
          if (depth === 1) commas += 1;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.items += commas;
    return close;
  }

  get inString(): boolean {
    return this.#inString;
  }

  #firstItem(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at += 1;
    const byte = bytes[at];
    if (byte === undefined) return at;
    this.#empty = false;
    if (ROLE[byte] !== CLOSE) this.items += 1;
    return at;
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const STRING = 1;
const OPEN = 2;
const CLOSE = 3;
const COMMA = 4;

const ROLE = new Uint8Array(256);
ROLE[QUOTE] = STRING;
ROLE[0x5b] = OPEN;
ROLE[0x7b] = OPEN;
ROLE[0x5d] = CLOSE;
ROLE[0x7d] = CLOSE;
ROLE[0x2c] = COMMA;
