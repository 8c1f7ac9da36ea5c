import { wholeCharacters } from './utf8.ts';

export interface TakenLine {
  readonly number: number;
  /** Without its line end; of a long line the beginning. */
  readonly bytes: Buffer;
  readonly complete: boolean;
}

export interface LineTakerOptions {
  /** From 1, both included. */
  readonly first: number;
  readonly last: number;
  /** Of one line. */
  readonly keepBytes: number;
  /** Of all lines; no line begins beyond it. */
  readonly totalBytes: number;
}

/** Takes a range of lines out of a file of any size and any line length. */
export class LineTaker {
  readonly lines: TakenLine[] = [];
  readonly #options: LineTakerOptions;
  #number = 1;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #lineBytes = 0;
  #total = 0;

  constructor(options: LineTakerOptions) {
    this.#options = options;
  }

  get done(): boolean {
    return this.#number > this.#options.last || this.#total > this.#options.totalBytes;
  }

  feed(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.done) {
      const end = bytes.indexOf(NEWLINE, at);
      if (this.#number >= this.#options.first) this.#hold(bytes, at, end < 0 ? bytes.length : end);
      if (end < 0) return;
      this.#endLine();
      at = end + 1;
    }
  }

  end(): void {
    if (this.#lineBytes > 0 && !this.done) this.#endLine();
  }

  /** Lines begun so far, the one in hand included. */
  get number(): number {
    return this.#number;
  }

  #hold(bytes: Buffer, from: number, to: number): void {
    this.#lineBytes += to - from;
    if (this.#heldBytes >= this.#options.keepBytes) return;
    const part = Buffer.from(bytes.subarray(from, Math.min(to, from + this.#options.keepBytes - this.#heldBytes)));
    this.#held.push(part);
    this.#heldBytes += part.length;
  }

  #endLine(): void {
    if (this.#number >= this.#options.first) {
      const complete = this.#heldBytes === this.#lineBytes;
      const held = Buffer.concat(this.#held);
      const whole = complete ? withoutReturn(held) : held.subarray(0, wholeCharacters(held));
      this.lines.push({ number: this.#number, bytes: whole, complete });
      this.#total += whole.length + 1;
    }
    this.#number += 1;
    this.#held = [];
    this.#heldBytes = 0;
    this.#lineBytes = 0;
  }
}

const NEWLINE = 0x0a;
const withoutReturn = (bytes: Buffer): Buffer => (bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes);
