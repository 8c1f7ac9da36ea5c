import type { LineRange } from '#code/mutants/mutant.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { type ChangedSource, sourceOf } from './changed-code.ts';

/** The changed code as main has it, for checks that compare with main. New code has no such version. */
export async function sourcesBefore(
  treeRunner: TreeRunner,
  { base, tree }: { readonly base: TreeHash; readonly tree: TreeHash },
  sources: readonly ChangedSource[],
): Promise<ChangedSource[]> {
  const { files } = await treeRunner.diff(base, tree);
  const before = sources.map(async ({ path: now, language }): Promise<ChangedSource[]> => {
    const file = files.find((each) => each.path === now);
    const path = file?.oldPath ?? now;
    const text = await treeRunner.read(base, path);
    if (file === undefined || text === null) return [];
    // Hunks that were left out for their size name no lines, so the whole file counts.
    const lines = file.truncated ? {} : { lines: linesBefore(file) };
    return [await sourceOf({ path, language, ...lines }, text, new Set())];
  });
  return (await Promise.all(before)).flat();
}

/** The lines of main that a change removed; where it only added some, those around the place. Pure. */
export function linesBefore({ hunks }: Pick<DiffFile, 'hunks'>): LineRange[] {
  const ranges: LineRange[] = [];
  for (const { oldStart, lines } of hunks) {
    // For a hunk without lines of main, git names the line before it.
    let line = lines.some((text) => /^[ -]/.test(text)) ? oldStart : oldStart + 1;
    let first = line;
    let added = false;
    const close = (): void => {
      if (line > first) ranges.push({ first, last: line - 1 });
      else if (added) ranges.push({ first: Math.max(1, line - 1), last: Math.max(1, line) });
      added = false;
    };
    for (const text of lines) {
      if (text.startsWith('+')) added = true;
      else if (text.startsWith('-')) line += 1;
      else if (text.startsWith(' ')) {
        close();
        line += 1;
        first = line;
      }
    }
    close();
  }
  return ranges;
}
