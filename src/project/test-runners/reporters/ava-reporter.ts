import { reporterText } from './reporter-text.ts';

/**
 * Ava accepts no external reporter, and its TAP names no files. So the methods of its own TAP reporter are replaced
 * before it starts, and the messages of its workers are recorded here. Works from Ava 3 on.
 */
export const avaReporter = (out: string): string =>
  reporterText('ava-reporter.cjs', out)
    .replace(/^[\s\S]*?module\.exports = /, '')
    .replace(/;\s*$/, '');
