import { posix } from 'node:path';
import type { DiffFile } from '#contracts/workspace.ts';

/** Comments that switch a check off, where a line was added that has one. */
export function suppressionsIn(file: DiffFile, isTest = false): { line: number; text: string }[] {
  if (/^\.(md|mdx|rst|txt|adoc|snap)$/.test(posix.extname(file.path))) return [];
  return file.hunks.flatMap(({ newStart, lines }) => {
    let at = newStart - 1;
    return lines.flatMap((line) => {
      if (!line.startsWith('-') && !line.startsWith('\\')) at++;
      const silences = line.startsWith('+') && SUPPRESSION.test(line) && !(isTest && EXPECTS.test(line));
      return silences ? [{ line: at, text: line.slice(1).trim() }] : [];
    });
  });
}

/** In a test this is an assertion about types: without the error it fails. */
const EXPECTS = /@ts-expect-error\b/;

const SUPPRESSION =
  /(\/\/|\/\*|#|<!--|\{\/\*).*(?<![\w-])(eslint-disable|@ts-ignore|@ts-nocheck|@ts-expect-error|biome-ignore|oxlint-disable|prettier-ignore|istanbul ignore|c8 ignore|v8 ignore|node:coverage|stryker disable|noqa|type:\s*ignore|pyright:\s*(ignore|basic)|mypy:\s*ignore-errors|ruff:\s*noqa|pylint:\s*disable|pragma:\s*no\s*(cover|mutate|branch)|fmt:\s*(off|skip)|nosec|nolint|NOSONAR|noinspection)/i;
