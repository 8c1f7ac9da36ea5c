import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A maintainer's commit that changes tests and sources: facts alone, none of the project's code. */
export const Entry = z.strictObject({
  id: z.string(),
  /** `owner/name`. */
  repo: z.string(),
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  title: z.string(),
  runner: z.string(),
  /** The folder that the commands are run in: `.`, or a unit of a monorepo. */
  unit: z.string().default('.'),
  /** Null where nothing is to be installed. */
  install: z.string().nullable(),
  /** The whole suite, as the project runs it. */
  suite: z.string(),
  /** The changed tests alone. */
  changed: z.string(),
  /** What `assay init` is told to check before the tests; `true` where what it finds does not pass bare. */
  preflight: z.string(),
  /** RED: what the commit changed in tests. A file of both kinds (`#[cfg(test)]`) is listed as a source, too. */
  tests: z.array(z.string()).min(1),
  /** GREEN: sources, then what else the commit brought. */
  sources: z.array(z.string()).min(1),
  other: z.array(z.string()).default([]),
  /** `load`: the tests do not load or compile without the sources. */
  redKind: z.enum(['tests', 'load']),
  /** 0: rows of a table, or assertions in tests that were there. */
  newDeclarations: z.number().int().optional(),
  /** Red before the commit and after. */
  knownRed: z.array(z.string()).default([]),
  notes: z.array(z.string()).default([]),
  /** A table of the tests' own inputs in place of the sources: each edit appends, or replaces the first `find`. */
  special: z.array(z.strictObject({ path: z.string(), find: z.string().optional(), replace: z.string() })).optional(),
});
export type Entry = z.infer<typeof Entry>;

/** The second has runners that the first has none of, or few; the rest, more repositories; one has monorepos. */
const PARTS = [
  '',
  '-js',
  '-more',
  '-fresh',
  '-other',
  '-unseen',
  '-languages',
  '-monorepos',
  '-singles',
  '-unlisted',
  '-strangers',
];
export const ENTRIES_FILES = PARTS.map((part) => join(import.meta.dirname, `entries${part}.json`));

export const readEntries = (files: readonly string[] = ENTRIES_FILES): Entry[] =>
  files.flatMap(
    (file) => z.strictObject({ entries: z.array(Entry) }).parse(JSON.parse(readFileSync(file, 'utf8'))).entries,
  );
