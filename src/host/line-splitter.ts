import { StringDecoder } from 'node:string_decoder';

/** A program that never ends a line must not fill the memory: longer lines come in pieces. */
const LONGEST_LINE = 65_536;

export interface LineSplitter {
  add(chunk: Uint8Array): void;
  /** Emits the last line if it has no line end. */
  end(): void;
}

/** Calls back for every line, without its `\n` or `\r\n`; joins characters that were split between chunks. */
export function splitLines(onLine: (line: string) => void): LineSplitter {
  const decoder = new StringDecoder('utf8');
  let rest = '';

  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    while (rest.length > LONGEST_LINE) {
      onLine(rest.slice(0, LONGEST_LINE));
      rest = rest.slice(LONGEST_LINE);
    }
  };

  return {
    add: (chunk) => take(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))),
    end() {
      take(decoder.end());
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
