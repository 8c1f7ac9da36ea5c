import { BACKSLASH, QUOTE } from './bytes.ts';
import { BLOCK, SkipKernel, type SkipState } from './skip-kernel.ts';

/**
 * Skips the inside of JSON containers, looking only at quotes, brackets and commas: fast enough to find something
 * behind hundreds of megabytes. It does not validate what it skips.
 */
export class JsonSkip {
  readonly #state: SkipState = { depth: 0, inString: false, escaped: false, commas: 0 };
  #kernel: SkipKernel | undefined;
  #before = 0;
  #empty = false;

  /** A container of which `seen` items were counted; `inItem` when the next of them has begun. */
  begin(seen: number, inItem: boolean): void {
    Object.assign(this.#state, { depth: 1, inString: false, escaped: false, commas: 0 });
    this.#before = seen + (inItem ? 1 : 0);
    this.#empty = !inItem;
  }

  /** Elements or members of the container itself, those before the skip included. */
  get items(): number {
    return this.#before + this.#state.commas;
  }

  /** The index of the bracket that closes the container, or -1 when it is not among these bytes. */
  feed(bytes: Uint8Array, from: number): number {
    const start = this.#empty ? this.#firstItem(bytes, from) : from;
    // Most containers are small; the kernel is for the others.
    const near = Math.min(bytes.length, start + NEAR);
    const found = scan(bytes, start, near, this.#state);
    if (found >= 0 || near === bytes.length) return found;
    this.#kernel ??= new SkipKernel();
    const far = near + BLOCK * Math.floor((bytes.length - near) / BLOCK);
    const close = this.#kernel.run(bytes, near, far, this.#state);
    return close >= 0 ? close : scan(bytes, far, bytes.length, this.#state);
  }

  #firstItem(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at += 1;
    const byte = bytes[at];
    if (byte === undefined) return at;
    this.#empty = false;
    if (ROLE[byte] !== CLOSE) this.#before += 1;
    return at;
  }
}

const NEAR = 512;

/** Byte by byte; what the kernel does, for stretches that are short. */
export function scan(bytes: Uint8Array, from: number, to: number, state: SkipState): number {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    const isEscaped = state.escaped;
    state.escaped = byte === BACKSLASH && !isEscaped;
    if (byte === QUOTE && !isEscaped) state.inString = !state.inString;
    if (state.inString) continue;
    switch (ROLE[byte]) {
      case OPEN:
        state.depth += 1;
        break;
      case CLOSE:
        state.depth -= 1;
        if (state.depth === 0) return at;
        break;
      case COMMA:
        if (state.depth === 1) state.commas += 1;
    }
  }
  return -1;
}

const SPACE = 0x20;
const OPEN = 1;
const CLOSE = 2;
const COMMA = 3;

const ROLE = new Uint8Array(256);
ROLE[0x5b] = OPEN;
ROLE[0x7b] = OPEN;
ROLE[0x5d] = CLOSE;
ROLE[0x7d] = CLOSE;
ROLE[0x2c] = COMMA;
