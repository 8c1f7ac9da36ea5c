import { expect, it } from 'vitest';
import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner } from '../tree-runner.ts';
import { testsAlone } from './tests-alone.ts';

const TESTS =
  '#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn counts() { assert_eq!(count(), 2); }\n}\n';
const cargo: ProjectRunner = { runner: 'cargo test', root: '.', isTestFile: (path) => path.startsWith('tests/') };

/** Two trees held in memory; the answer is what RED would be. */
async function red(
  base: Record<string, string>,
  head: Record<string, string>,
  runners = [cargo],
): Promise<Record<string, string | null>> {
  const trees: Record<string, Record<string, string | null>> = { base, head };
  const treeRunner = {
    readAll: async (tree: string, paths: readonly string[]) =>
      new Map(paths.flatMap((path) => (typeof trees[tree]?.[path] === 'string' ? [[path, trees[tree][path]]] : []))),
    overlay: async (tree: string, from: string, paths: readonly string[]) => {
      const taken = Object.fromEntries(paths.map((path) => [path, trees[from]?.[path] ?? null]));
      trees.tests = { ...trees[tree], ...taken };
      return 'tests' as TreeHash;
    },
    write: async (tree: string, edits: ReadonlyMap<string, string | null>) => {
      trees.red = { ...trees[tree], ...Object.fromEntries(edits) };
      return 'red' as TreeHash;
    },
  };
  const order = { base: 'base' as TreeHash, head: 'head' as TreeHash, paths: Object.keys(head), runners };
  return trees[await testsAlone(treeRunner as never, order)] ?? {};
}

it('tests in source files come without the code; test files come whole', async () => {
  const base = { 'src/lib.rs': 'pub fn count() -> i32 { 1 }\n' };
  const head = { 'src/lib.rs': `pub fn count() -> i32 { 2 }\n\n${TESTS}`, 'tests/all.rs': '// all' };
  expect(await red(base, head)).toEqual({
    'src/lib.rs': `pub fn count() -> i32 { 1 }\n\n${TESTS}`,
    'tests/all.rs': '// all',
  });
});

it('the tests of a new file are declared as the change declares them', async () => {
  const base = { 'src/lib.rs': 'pub mod other;\n' };
  const head = {
    'src/lib.rs': 'pub mod count;\npub mod other;\npub use count::count;\n',
    'src/count.rs': `pub fn count() -> i32 { 2 }\n\n${TESTS}`,
  };
  expect(await red(base, head)).toEqual({
    'src/lib.rs': 'pub mod other;\n\npub mod count;\n',
    'src/count.rs': `\n\n${TESTS}`,
  });
});

it('a file of another language is a source', async () => {
  const files = { 'src/lib.rs': TESTS };
  expect(await red({}, files, [{ ...cargo, runner: 'go test' }])).toEqual({});
});
