import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    const red = withTestsOf(text(`${sha}^`), text(sha));
    if (red === null) throw new Error(`${path} has no test module at its end: its tests cannot be taken alone`);
    writeFileSync(join(folder, path), red);
  }
}

/**
 * A Rust file as it was, with the tests of the commit: where tests stand beside the code that they test, a RED is a
 * part of a file. Null where the commit's version has no test module at its end, so that nothing can be told apart.
 */
export function withTestsOf(before: string, after: string): string | null {
  const theirs = splitAtTests(after);
  if (theirs === null) return null;
  const ours = splitAtTests(before);
  return `${ours?.code ?? `${before.trimEnd()}\n\n`}${theirs.tests}`;
}

/** By its attribute, at the margin, up to the end of the file: nearly every crate closes its files with its tests. */
function splitAtTests(text: string): { readonly code: string; readonly tests: string } | null {
  const at = text.search(/^#\[cfg\(test\)\]\s*\n(?:#\[.*\]\s*\n)*(?:pub )?mod \w+ \{/m);
  if (at < 0) return null;
  const rest = text.slice(at);
  const end = rest.search(/^\}\s*$/m);
  if (end < 0 || rest.slice(end).trim() !== '}') return null;
  return { code: text.slice(0, at), tests: rest };
}
