/** What a test run came to: written by the reporter, read by `npm test`. */
export interface Tally {
  readonly passed: number;
  /** What failed, by name: tests, files that did not load, errors outside any test. */
  readonly failed: readonly string[];
  readonly skipped: readonly { readonly name: string; readonly reason: string | undefined }[];
}

export const NOTHING: Tally = { passed: 0, failed: [], skipped: [] };

/** The lines `npm test` ends with; the last one is `N passed, N failed`, with `, N skipped` if there are any. */
export function closingLines(tally: Tally): string[] {
  const { passed, failed, skipped } = tally;
  return [
    ...skipped.map(({ name, reason }) => `skipped: ${name}${reasonFor(name, reason)}`),
    ...failed.map((name) => `failed: ${name}`),
    `${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ];
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
