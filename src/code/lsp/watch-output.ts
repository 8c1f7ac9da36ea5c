import type { ServerProcess } from './launch.ts';

export interface OutputWatch {
  /** The end of what it wrote to its error output, as a sentence of its own, or ''. */
  lastWords(): string;
  /** An answer came: from here on it is counted anew. */
  answered(): void;
}

const KEPT = 2_000;

/** Reads along: a server that floods, or that does not speak the protocol at all, is found before memory is full. */
export function watchOutput(server: ServerProcess, maxBytes: number, fail: (seen: string) => void): OutputWatch {
  let bytes = 0;
  let heard = false;
  let words = '';
  server.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (!heard && !/^Content-|^$/i.test(chunk.toString('latin1', 0, 8)))
      fail(`wrote something that is not the protocol: ${JSON.stringify(chunk.toString('utf8', 0, 100))}`);
    heard = true;
    if (bytes > maxBytes) fail(`wrote ${bytes} bytes without an answer`);
  });
  server.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-KEPT);
  });
  return {
    lastWords: () => (words.trim() === '' ? '' : ` It said: ${words.trim()}`),
    answered: () => {
      bytes = 0;
    },
  };
}
