import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import { vitest } from '#project/test-runners/vitest.ts';
import { filesToMutate } from './files-to-mutate.ts';

const tree = TreeHash.parse('a'.repeat(40));
const changed = (path: string, more: Partial<DiffFile> = {}): DiffFile => ({
  ...{ path, status: 'modified', kind: 'file', oldKind: 'file', binary: false, added: 3, deleted: 1, truncated: false },
  hunks: [
    { oldStart: 1, oldLines: 3, newStart: 1, newLines: 4, heading: '', lines: [' a', '-b', '+c', '+d', ' e'] },
    { oldStart: 20, oldLines: 1, newStart: 21, newLines: 2, heading: '', lines: [' x', '+y', '\\ No newline'] },
  ],
  ...more,
});
const files = ['src/cart.ts', 'src/cart.test.ts', 'test/other.test.ts', 'lib/tax.py'];
const told = (...list: DiffFile[]) => filesToMutate({ from: tree, to: tree, files: list }, { adapter: vitest, files });

describe('what of a change is mutated', () => {
  it('is the lines it added, with the tests that are near', () => {
    expect(told(changed('src/cart.ts'))).toEqual([
      {
        path: 'src/cart.ts',
        language: 'typescript',
        near: ['src/cart.test.ts'],
        lines: [
          { first: 2, last: 3 },
          { first: 22, last: 22 },
        ],
      },
    ]);
  });

  it('knows languages by the file’s name', () => {
    expect(
      told(changed('lib/tax.py'), changed('src/a.tsx'), changed('src/b.mjs')).map(({ language }) => language),
    ).toEqual(['python', 'tsx', 'javascript']);
  });

  it('is not a test, a declaration, another language, deleted, a link or binary', () => {
    expect(
      told(
        changed('src/cart.test.ts'),
        changed('src/types.d.ts'),
        changed('README.md'),
        changed('main.go'),
        changed('src/gone.ts', { status: 'deleted', kind: null, added: 0 }),
        changed('src/link.ts', { kind: 'symlink' }),
        changed('src/blob.ts', { binary: true }),
        changed('src/less.ts', { added: 0 }),
      ),
    ).toEqual([]);
  });

  it('is the whole file where the diff was cut', () => {
    const [file] = told(changed('src/cart.ts', { truncated: true, hunks: [] }));
    expect(file).toMatchObject({ path: 'src/cart.ts' });
    expect(file).not.toHaveProperty('lines');
  });
});
