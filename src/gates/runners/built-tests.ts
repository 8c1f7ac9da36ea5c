import { posix } from 'node:path';
import type { TestCase, TestSelection } from '#contracts/test-run.ts';
import type { ProjectRunner } from '../tree-runner.ts';

/**
 * Tests that run from build output: `dist/test/v7.test.js` of `src/test/v7.test.ts`. Everywhere else they are known by
 * their source file.
 */
export interface BuiltTests {
  /** The selection as the runner needs it. */
  select(select: TestSelection): TestSelection;
  written(tests: readonly TestCase[]): TestCase[];
}

/** Null where tests run from source. Paths are from the unit's folder. */
export function builtTests(
  { start, setup, root, isTestFile }: ProjectRunner,
  paths: readonly string[],
): BuiltTests | null {
  const [target] = start?.targets ?? [];
  if (setup === undefined || target === undefined) return null;
  const fromUnit = (path: string): string => (root === '.' ? path : posix.relative(root, path));
  const known = new Set(paths.map(fromUnit));
  const folder = posix.dirname(posix.normalize(target));
  if ([...known].some((path) => path.startsWith(`${folder}/`))) return null;
  const tests = paths.filter((path) => isTestFile(path)).map(fromUnit);
  const source = (file: string): string => {
    if (known.has(file)) return file;
    const same = tests.filter((path) => stemOf(path) === stemOf(file));
    return same.toSorted((a, b) => shared(b, file) - shared(a, file))[0] ?? file;
  };
  const built = (file: string): string =>
    known.has(file) ? posix.join(folder, `${stemOf(file)}.${posix.extname(target) === '.mjs' ? 'mjs' : 'js'}`) : file;
  return {
    select: (select) => {
      if (select.type === 'files') return { ...select, files: select.files.map(built) };
      return select.type === 'test' ? { ...select, file: built(select.file) } : select;
    },
    written: (all) =>
      all.map((test) => {
        const file = source(test.file);
        return file === test.file ? test : { ...test, file, id: `${file}${test.id.slice(test.file.length)}` };
      }),
  };
}

const stemOf = (path: string): string => posix.basename(path).replace(/\.[cm]?[jt]sx?$/, '');

/** How many folders two paths share, from the end. */
function shared(one: string, other: string): number {
  const [a, b] = [one, other].map((path) => posix.dirname(path).split('/').reverse());
  let count = 0;
  while (a?.[count] !== undefined && a[count] === b?.[count]) count += 1;
  return count;
}
