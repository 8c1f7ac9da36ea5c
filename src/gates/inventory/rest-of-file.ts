import type { ImportFact, TestFact } from '#code/facts/fact-types.ts';

/**
 * What of a test file is neither a test nor an import of something by name: mocks, helpers, constants, set-up. Blank
 * lines do not count. Suites keep their first and last line, so that a suite that is added shows its frame only.
 */
export function restOf(text: string, tests: readonly TestFact[], imports: readonly ImportFact[]): string[] {
  const skipped = new Set<number>();
  for (const { lines } of tests) for (let line = lines.first; line <= lines.last; line++) skipped.add(line);
  for (const { line, name } of imports) if (name !== '') skipped.add(line);
  return text.split('\n').flatMap((line, index) => {
    const plain = line.trim();
    return plain === '' || skipped.has(index + 1) ? [] : [plain];
  });
}

/** Lines that stand in `after` and not in `before`, and the other way round; order apart. */
export function restChange(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  const added = after.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  });
  return { added, removed: [...left].flatMap(([line, count]) => Array.from({ length: count }, () => line)) };
}
