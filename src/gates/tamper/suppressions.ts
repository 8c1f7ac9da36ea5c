import type { DiffFile } from '#contracts/workspace.ts';

/** Comments that switch a check off, where a line was added that has one. */
export function suppressionsIn(file: DiffFile): { line: number; text: string }[] {
  return file.hunks.flatMap(({ newStart, lines }) => {
    let at = newStart - 1;
    return lines.flatMap((line) => {
      if (!line.startsWith('-')) at++;
      return line.startsWith('+') && SUPPRESSION.test(line) ? [{ line: at, text: line.slice(1).trim() }] : [];
    });
  });
}

const SUPPRESSION =
  /(\/\/|\/\*|#|<!--|\{\/\*).*\b(eslint-disable|@ts-ignore|@ts-nocheck|@ts-expect-error|biome-ignore|oxlint-disable|prettier-ignore|istanbul ignore|c8 ignore|v8 ignore|stryker disable|noqa|type:\s*ignore|pyright:\s*ignore|pylint:\s*disable|pragma:\s*no\s*(cover|mutate)|fmt:\s*(off|skip)|nosec|nolint|NOSONAR|noinspection)/i;
