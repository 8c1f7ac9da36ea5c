import { isMutantLanguage } from '#code/mutants/languages.ts';
import type { LineRange } from '#code/mutants/mutant.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import type { Diff, DiffFile } from '#contracts/workspace.ts';
import type { TestAdapter } from '#project/test-runners/adapter.ts';
import { type TestFileOptions, testFiles, touchedTests } from '#project/test-runners/test-files.ts';
import type { MutationFile } from './mutation-result.ts';

export interface FilesOptions extends TestFileOptions {
  readonly adapter: TestAdapter;
  /** Every file of the tree, to find the nearby tests. */
  readonly files: readonly string[];
}

/** The part of a change that can be mutated: lines that it added or altered in source files, without tests. */
export function filesToMutate(diff: Diff, options: FilesOptions): MutationFile[] {
  const { adapter, files } = options;
  return diff.files.flatMap((file): MutationFile[] => {
    const language = grammarOf(file.path);
    if (language === undefined || !isMutantLanguage(language) || !isChangedSource(file, options)) return [];
    const touched = touchedTests(adapter, [file.path], files, options);
    const near = touched.type === 'files' && touched.files.length > 0 ? { near: touched.files } : {};
    // Hunks that were left out for their size name no lines, so the whole file counts.
    return [{ path: file.path, language, ...near, ...(file.truncated ? {} : { lines: addedLines(file) }) }];
  });
}

function isChangedSource(file: DiffFile, { adapter, ...options }: FilesOptions): boolean {
  if (file.binary || (file.kind !== 'file' && file.kind !== 'executable')) return false;
  if (file.added === 0 && !file.truncated) return false;
  return testFiles(adapter, [file.path], options).length === 0 && !/\.d\.[cm]?ts$/.test(file.path);
}

/** The lines added to a file. */
export function addedLines({ hunks }: DiffFile): LineRange[] {
  const ranges: LineRange[] = [];
  for (const { newStart, lines } of hunks) {
    let line = newStart;
    for (const text of lines) {
      if (text.startsWith('+')) {
        const open = ranges.at(-1);
        if (open && open.last === line - 1) ranges[ranges.length - 1] = { first: open.first, last: line };
        else ranges.push({ first: line, last: line });
      }
      if (text.startsWith('+') || text.startsWith(' ')) line += 1;
    }
  }
  return ranges;
}
