import { expect, it } from 'vitest';
import type { ProjectRunner } from '../tree-runner.ts';
import { askedFiles } from './asked-files.ts';

const runner = (root: string, only?: string, name = 'vitest'): ProjectRunner => ({
  ...{ runner: name, root },
  isTestFile: (path) =>
    path.endsWith('.test.js') && path.startsWith(root === '.' ? '' : `${root}/`) && (only ?? path) === path,
});

it('G10.28 a REFACTOR is compared with the tests that it runs: by package, by file, by crate', () => {
  const packages = [runner('a'), runner('b')];
  expect(['a/one.test.js', 'b/one.test.js'].filter(askedFiles(packages, [runner('a')]))).toEqual(['a/one.test.js']);
  expect(['one.test.js', 'two.test.js'].filter(askedFiles([runner('.')], [runner('.', 'one.test.js')]))).toEqual([
    'one.test.js',
  ]);
  const crates = ['.', 'a', 'b'].map((root) => runner(root, '', 'cargo test'));
  expect(['a/src/lib.rs', 'b/src/lib.rs', 'src/lib.rs'].filter(askedFiles(crates, crates.slice(1, 2)))).toEqual([
    'a/src/lib.rs',
  ]);
  expect(askedFiles(packages, packages)('doc/readme.md')).toBe(true);
});
