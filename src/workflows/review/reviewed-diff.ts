import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import { diffText, type ShownDiff } from './diff-text.ts';
import { type ReviewerOnlyFiles, reviewerOnlyFiles } from './reviewer-only-files.ts';

export interface ReviewedDiff extends ShownDiff {
  readonly files: string[];
  readonly unasked: ReviewerOnlyFiles;
}

/** A change as a reviewer gets it. `words`: all text about it, to find what no one mentioned. */
export async function reviewedDiff(
  treeRunner: TreeRunner,
  from: TreeHash,
  to: TreeHash,
  words: string,
): Promise<ReviewedDiff> {
  const [diff, runners] = [await treeRunner.diff(from, to), await treeRunner.runners(from)];
  const isTest = (path: string): boolean => runners.some((runner) => runner.isTestFile(path));
  return {
    ...diffText(diff),
    files: diff.files.map(({ path }) => path),
    unasked: reviewerOnlyFiles(diff, isTest, words),
  };
}
