import { reporterText } from './reporter-text.ts';

/**
 * Ava takes no reporter from outside, and its TAP names no files. So the methods of its own TAP reporter are put aside
 * before it starts, and what its workers tell the main process is written down here. Works from Ava 3 on.
 */
export const avaReporter = (out: string): string =>
  reporterText('ava-reporter.cjs', out)
    .replace(/^[\s\S]*?module\.exports = /, '')
    .replace(/;\s*$/, '');
