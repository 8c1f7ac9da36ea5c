import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../checkout.ts';
import type { Entry } from '../entries.ts';

/** Line numbers, from 0, that the commit added to a file. */
export function addedLines({ sha }: Entry, path: string, folder: string): Set<number> {
  const diff = git(folder, 'diff', '--unified=0', '--no-renames', `${sha}^`, sha, '--', path);
  const lines = new Set<number>();
  for (const [, from, count = '1'] of diff.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)) {
    for (let i = 0; i < Number(count); i++) lines.add(Number(from) - 1 + i);
  }
  return lines;
}

/** The files that hold tests, not what tests only read. */
export const testFiles = ({ tests }: Entry): string[] =>
  tests.filter(
    (path) => /\.([cm]?[jt]sx?|py|go|rs|rb|php|java)$/.test(path) && !/fixtures?\/|helpers?\/|\.test-d\./.test(path),
  );

export const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
export const write = (folder: string, path: string, text: string): void => writeFileSync(join(folder, path), text);

/** Rewrites the lines of every test file and says how many were changed. */
export function eachTestFile(
  entry: Entry,
  folder: string,
  rewrite: (lines: string[], added: ReadonlySet<number>, path: string) => number,
): number {
  let count = 0;
  for (const path of testFiles(entry)) {
    const lines = read(folder, path).split('\n');
    const changed = rewrite(lines, addedLines(entry, path, folder), path);
    if (changed > 0) write(folder, path, lines.join('\n'));
    count += changed;
  }
  return count;
}
