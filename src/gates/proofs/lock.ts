import type { TreeHash } from '#contracts/ids.ts';
import type { WrittenTest } from '../inventory/test-inventory.ts';
import type { TestLock } from '../test-lock.ts';

/** The tests of a RED step, to be found again at GREEN. */
export function lockOf(tree: TreeHash, tests: readonly WrittenTest[]): TestLock | null {
  if (tests.length === 0) return null;
  return {
    tree,
    tests: tests.map(({ file, path, runner }) => ({
      id: [file, ...path].join(' > '),
      runner: runner.runner,
      root: runner.root,
      file,
      suites: path.slice(0, -1),
      title: path.at(-1) ?? '',
    })),
  };
}
