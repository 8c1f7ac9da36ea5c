import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTestsOf } from '#gates/inventory/with-tests-of.ts';
import { git, take } from './checkout.ts';
import type { Entry } from './entries.ts';

/** RED: the tests of a commit. A file that is among its sources, too, is taken with its test module alone. */
export function takeTests({ sha, tests, sources }: Entry, folder: string): void {
  const isBoth = new Set(tests.filter((path) => sources.includes(path)));
  take(
    sha,
    tests.filter((path) => !isBoth.has(path)),
    folder,
  );
  for (const path of isBoth) {
    const text = (at: string): string => git(folder, 'cat-file', 'blob', `${at}:${path}`);
    const red = withTestsOf(path, text(`${sha}^`), text(sha));
    if (red === null) throw new Error(`${path} has no tests that could be taken without its code`);
    writeFileSync(join(folder, path), red);
  }
}
