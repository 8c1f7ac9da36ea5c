const NEWLINE = 0x0a;
const SPACE = 0x20;

/** Counts lines at the speed of a memory search. */
export class LineCounter {
  /** Line ends seen. */
  lines = 0;
  /** Lines with something in them that is not white space. */
  filled = 0;
  #hasText = false;
  #bytes = 0;
  #lastByte = NEWLINE;

  feed(bytes: Buffer, from = 0): void {
    let at = from;
    while (at < bytes.length) {
      const end = bytes.indexOf(NEWLINE, at);
      this.#hasText ||= hasText(bytes, at, end < 0 ? bytes.length : end);
      if (end < 0) break;
      this.#endLine();
      this.lines += 1;
      at = end + 1;
    }
    if (bytes.length > from) this.#lastByte = bytes[bytes.length - 1] ?? NEWLINE;
    this.#bytes += bytes.length - from;
  }

  /** There is nothing more: a last line needs no line end. */
  end(): void {
    this.#endLine();
    if (this.#bytes > 0 && this.#lastByte !== NEWLINE) this.lines += 1;
  }

  #endLine(): void {
    if (this.#hasText) this.filled += 1;
    this.#hasText = false;
  }
}

function hasText(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) > SPACE) return true;
  return false;
}
