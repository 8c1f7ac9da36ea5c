import type { TestFile, WrittenTest } from '../inventory/test-inventory.ts';

type Files = ReadonlyMap<string, TestFile>;

/** A new test of the same file that ran, and whether it is red. */
export interface Heir {
  readonly test: WrittenTest;
  readonly isRed: boolean;
}

/**
 * Whether a test only gave lines away to new tests beside it: it has no new line, and each line that it lost stands in
 * one of them, at its beginning or behind the line it stood behind before. Where a red test took a line, what stands around it is the
 * behaviour that is to come. Pure.
 */
export function splitUp(
  { before, after }: { readonly before: WrittenTest; readonly after: WrittenTest },
  heirs: readonly Heir[],
  was: Files,
  is: Files,
): boolean {
  const old = linesOf(before, was);
  const kept = linesOf(after, is);
  let at = 0;
  for (const line of old) if (line === kept[at]) at += 1;
  if (at < kept.length) return false;
  const left = new Set(kept);
  const given = heirs
    .filter(({ test }) => test.file === after.file)
    .map(({ test, isRed }) => ({ isRed, lines: linesOf(test, is) }));
  const isThere = (line: string, n: number): boolean => {
    const previous = old[n - 1];
    const alone = previous === undefined || left.has(previous);
    return given.some(({ lines, isRed }) =>
      lines.some((each, i) => each === line && (isRed || alone || i === 1 || lines[i - 1] === previous)),
    );
  };
  const lost = old.flatMap((line, n) => (left.has(line) ? [] : [isThere(line, n)]));
  return lost.length > 0 && lost.every((found) => found);
}

const linesOf = ({ file, fact }: WrittenTest, files: Files): string[] =>
  (files.get(file)?.text ?? '')
    .split('\n')
    .slice(fact.lines.first - 1, fact.lines.last)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(\/\/|#)/.test(line));
