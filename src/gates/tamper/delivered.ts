import { posix } from 'node:path';
import { z } from 'zod';

/**
 * Whether a file is part of what the project delivers: an entry or a file that a package.json publishes, or a module of
 * a Python package that is not test code.
 */
export function deliveredBy(
  manifests: ReadonlyMap<string, string>,
  files: readonly string[],
): (path: string) => boolean {
  const entries = new Set(
    [...manifests].flatMap(([path, text]) =>
      posix.basename(path) === 'package.json'
        ? entriesOf(text).map((entry) => posix.join(posix.dirname(path), entry))
        : [],
    ),
  );
  const present = new Set(files);
  const isInPackage = (path: string): boolean =>
    path.endsWith('.py') &&
    present.has(posix.join(posix.dirname(path), '__init__.py')) &&
    posix.basename(path) !== 'conftest.py' &&
    !/(^|\/)(tests?|testing|scripts?|tools?|ci)\//.test(path);
  return (path) => entries.has(path) || isInPackage(path);
}

const Entries = z
  .object({
    ...{ main: z.unknown(), module: z.unknown(), browser: z.unknown(), bin: z.unknown(), exports: z.unknown() },
    ...{ types: z.unknown(), typings: z.unknown(), files: z.unknown() },
  })
  .partial();

function entriesOf(manifest: string): string[] {
  try {
    return Object.values(Entries.parse(JSON.parse(manifest))).flatMap(stringsIn);
  } catch {
    return [];
  }
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];
