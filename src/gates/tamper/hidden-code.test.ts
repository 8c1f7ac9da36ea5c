import { describe, expect, it } from 'vitest';
import type { DiffFile } from '#contracts/workspace.ts';
import { hiddenCode } from './hidden-code.ts';

const file = (path: string, more: Partial<DiffFile> = {}): DiffFile => ({
  ...{ path, status: 'modified', kind: 'file', oldKind: 'file', binary: false, added: 1, deleted: 0, truncated: false },
  hunks: [],
  ...more,
});
const codes = (each: DiffFile): string[] => hiddenCode(each).map(({ code }) => code);

describe('code that nobody can see', () => {
  it('is binary to git, or too large', () => {
    expect(codes(file('src/a.ts', { binary: true }))).toEqual(['CODE_HIDDEN']);
    expect(codes(file('src/a.py', { truncated: true }))).toEqual(['CODE_HIDDEN']);
    expect(codes(file('bin/run.sh', { binary: true, status: 'added', oldKind: null }))).toEqual(['CODE_HIDDEN']);
  });

  it('is not what people call binary, nor what can be read, nor what is gone', () => {
    expect(codes(file('logo.png', { binary: true, status: 'added' }))).toEqual([]);
    expect(codes(file('data/prices.csv', { truncated: true }))).toEqual([]);
    expect(codes(file('src/a.ts'))).toEqual([]);
    expect(codes(file('src/a.ts', { binary: true, status: 'deleted' }))).toEqual([]);
  });
});
