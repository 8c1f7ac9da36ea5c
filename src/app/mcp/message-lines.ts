export type MessageLine = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'too-long' };

/**
 * Splits a byte stream into lines. A line over `maxBytes` is skipped to its end and reported, so that the next one is
 * read.
 */
export class MessageLines {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #skipping = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *push(chunk: Buffer): Generator<MessageLine> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, end));
      yield this.#finish();
      from = end + 1;
    }
    this.#take(chunk.subarray(from));
  }

  #take(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) {
      this.#skipping = true;
      this.#parts = [];
    }
    if (!this.#skipping) this.#parts.push(part);
  }

  #finish(): MessageLine {
    const line: MessageLine = this.#skipping
      ? { kind: 'too-long' }
      : { kind: 'line', text: Buffer.concat(this.#parts).toString('utf8') };
    this.#parts = [];
    this.#bytes = 0;
    this.#skipping = false;
    return line;
  }
}

const NEWLINE = 0x0a;
