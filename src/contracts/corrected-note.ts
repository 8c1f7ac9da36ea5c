/**
 * The first line of an answer to a step that was measured under a configuration corrected on main in mid-run. The log has
 * it; the stories of terminal and window tell it.
 */
export const correctedNote = (path: string, main: string, commit: string): string =>
  `note: measured under ${path} of ${main} at ${commit.slice(0, 12)}, which was corrected since this branch began`;

/** What it says, for the story; null for every other answer. */
export function correctionIn(output: string): string | null {
  const [first = ''] = output.split('\n', 1);
  return /^note: (measured under .+, which was corrected since this branch began)$/.exec(first)?.[1] ?? null;
}
