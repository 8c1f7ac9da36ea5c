import { reporterText } from './reporter-text.ts';

export interface UvuSelection {
  /** Empty where uvu finds them itself. */
  readonly files: readonly string[];
  /** Of one test: its suite, if it has one, and its title; null where all are meant. */
  readonly names: readonly string[] | null;
}

/** Uvu accepts no reporter, and prints the names of failed tests only. Works from uvu 0.5 on. */
export const uvuReporter = (out: string, asked: UvuSelection): string =>
  reporterText('uvu-reporter.cjs', out)
    .replace(/^[\s\S]*?module\.exports = /, '')
    .replace(/;\s*$/, '')
    .replace("'__ASKED__'", () => JSON.stringify(asked));
