import { styleText } from 'node:util';
import type { Tone } from '#contracts/run-timeline.ts';
import { foldToWidth } from './fold-to-width.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta';
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_style, text) => text;

export const TONES: Readonly<Record<Tone, Style | null>> = {
  plain: null,
  quiet: 'dim',
  good: 'green',
  bad: 'red',
  warn: 'yellow',
};

/** Where a command writes: answers to stdout, everything else to stderr. A terminal gets lines that fit it. */
export interface Screen {
  out(line: string): void;
  err(line: string): void;
  /** Text that may be copied, or that we did not write: it is not folded, however long it is. */
  outAsIs(text: string): void;
  errAsIs(text: string): void;
  json(value: unknown): void;
  /** For stdout; colours only where it is a terminal and NO_COLOR is not set. */
  readonly paint: Paint;
  readonly paintErr: Paint;
  readonly isTty: boolean;
  readonly stdout: NodeJS.WriteStream;
  readonly width: number;
  readonly height: number;
  /** Aborts when the reader of stdout has gone, which is no error. */
  readonly gone: AbortSignal;
}

interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export function screenOn({ stdout, stderr }: Streams): Screen {
  const gone = new AbortController();
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    gone.abort();
  });
  stderr.on('error', () => {});
  const write = (line: string): void => {
    if (!gone.signal.aborted) stdout.write(`${line}\n`);
  };
  return {
    out: (line) => write(stdout.isTTY ? foldToWidth(line, columnsOf(stdout)) : line),
    err: (line) => void stderr.write(`${stderr.isTTY ? foldToWidth(line, columnsOf(stderr)) : line}\n`),
    outAsIs: write,
    errAsIs: (text) => void stderr.write(`${text}\n`),
    json: (value) => write(JSON.stringify(value)),
    paint: (style, text) => styleText(style, text, { stream: stdout }),
    paintErr: (style, text) => styleText(style, text, { stream: stderr }),
    isTty: stdout.isTTY === true,
    stdout,
    get width() {
      return columnsOf(stdout);
    },
    get height() {
      return stdout.rows || 24;
    },
    gone: gone.signal,
  };
}

/** A terminal that was never given a size (under script or expect) reports 0; a pipe reports nothing. */
const columnsOf = ({ columns }: NodeJS.WriteStream): number => columns || 100;
