import type { Refusal } from '#contracts/gate.ts';
import type { DiffFile } from '#contracts/workspace.ts';

/**
 * Names that are one where case does not count (macOS, Windows), or where accents are written in one way only: there
 * one file replaces the other, and what was measured here is not what anybody has. Only names that the change adds.
 */
export function clashingNames(files: readonly DiffFile[], all: readonly string[]): Refusal[] {
  const added = files.filter(({ status }) => status === 'added' || status === 'renamed').map(({ path }) => path);
  if (added.length === 0) return [];
  const known = new Map<string, Set<string>>();
  for (const path of all)
    for (const name of withFolders(path)) known.set(folded(name), (known.get(folded(name)) ?? new Set()).add(name));
  return added.flatMap((path) => {
    const other = withFolders(path)
      .map((name) => ({ name, twin: [...(known.get(folded(name)) ?? [])].find((each) => each !== name) }))
      .find(({ twin }) => twin !== undefined);
    return other?.twin === undefined ? [] : [refusal(path, other.name, other.twin)];
  });
}

/** `a/B.js`: that file and its folder, since files of `A/` and `a/` would lie in one. */
const withFolders = (path: string): string[] =>
  path.split('/').map((_, at, parts) => parts.slice(0, parts.length - at).join('/'));

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

const refusal = (file: string, name: string, twin: string): Refusal => ({
  ...{ code: 'CODE_HIDDEN', file },
  message: `${JSON.stringify(name)} and ${JSON.stringify(twin)} are one name where case does not count (macOS, Windows): there one replaces the other`,
  next: 'Give it another name, or rename both in the same way.',
});
