/** What a test run came to: written by the reporter, read by `npm test`. */
export interface Tally {
  readonly passed: number;
  /** What failed, by name: tests, files that did not load, errors outside any test. */
  readonly failed: readonly string[];
  readonly skipped: readonly { readonly name: string; readonly reason: string | undefined }[];
  /** What failed first and passed when it was run again, alone. */
  readonly shaky?: readonly string[];
}

export const NOTHING: Tally = { passed: 0, failed: [], skipped: [] };

/** The lines `npm test` ends with; the last one is `N passed, N failed`, with `, N skipped` if there are any. */
export function closingLines(tally: Tally): string[] {
  const { passed, failed, skipped, shaky = [] } = tally;
  return [
    ...skipped.map(({ name, reason }) => `skipped: ${name}${reasonFor(name, reason)}`),
    ...shaky.map((name) => `passed only at the second try: ${name}`),
    ...failed.map((name) => `failed: ${name}`),
    `${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ];
}

const MOST_AGAIN = 3;

/**
 * The files to run once more: suites that drive browsers and kill processes (`test/`) can fail because a busy machine was
 * late. Few of them, or it is no accident; and never what is computed (`src/`), where a second try would hide a fault.
 */
export function filesToTryAgain({ failed }: Tally): string[] {
  const files = [...new Set(failed.map((name) => name.split(' > ')[0] ?? ''))];
  const mayTry =
    files.length > 0 && files.length <= MOST_AGAIN && files.every((file) => /^test\/.+\.test\.ts$/.test(file));
  return mayTry ? files : [];
}

/** Of a run and the second try of what failed in it. */
export function withSecondTry(first: Tally, again: Tally): Tally {
  const stillFailed = new Set(again.failed);
  const shaky = first.failed.filter((name) => !stillFailed.has(name));
  return { ...first, passed: first.passed + shaky.length, failed: again.failed, shaky };
}

/** A run in which nothing ran proves nothing. */
export function exitCodeOf(tally: Tally): 0 | 1 {
  return tally.failed.length === 0 && tally.passed > 0 ? 0 : 1;
}

/** Given with the skip, or said in the title; a skip that says nothing is shown to say nothing. */
function reasonFor(name: string, reason: string | undefined): string {
  if (reason !== undefined) return ` (${reason})`;
  return name.includes('(skipped: ') ? '' : ' (no reason given)';
}
