import { reporterText } from './reporter-text.ts';

export interface TapeSelection {
  readonly files: readonly string[];
  /** Of one test: its suites and its title; null where all are meant. */
  readonly names: readonly string[] | null;
}

/**
 * Tape accepts no external reporter, and its TAP names no files. So its tests are followed from their creation, and the
 * results are written when the process ends. Works from tape 4 on.
 */
export const tapeReporter = (out: string, asked: TapeSelection): string =>
  reporterText('tape-reporter.cjs', out)
    .replace(/^[\s\S]*?module\.exports = /, '')
    .replace(/;\s*$/, '')
    .replace("'__ASKED__'", () => JSON.stringify(asked));
