import { describe, expect, it } from 'vitest';
import type { DiffFile } from '#contracts/workspace.ts';
import { hiddenCode } from './hidden-code.ts';

const file = (path: string, more: Partial<DiffFile> = {}): DiffFile => ({
  ...{ path, status: 'modified', kind: 'file', oldKind: 'file', binary: false, added: 1, deleted: 0, truncated: false },
  hunks: [],
  ...more,
});
const codes = (each: DiffFile): string[] => hiddenCode(each).map(({ code }) => code);

describe('code that no one can see', () => {
  it('is binary to git, or too large', () => {
    expect(codes(file('src/a.ts', { binary: true }))).toEqual(['CODE_HIDDEN']);
    expect(codes(file('src/a.py', { truncated: true }))).toEqual(['CODE_HIDDEN']);
    expect(codes(file('bin/run.sh', { binary: true, status: 'added', oldKind: null }))).toEqual(['CODE_HIDDEN']);
  });

  it('has characters that eyes do not see, in an added line or in its name', () => {
    const lines = (...added: string[]) => [
      { oldStart: 1, oldLines: 1, newStart: 1, newLines: added.length, heading: '', lines: added },
    ];
    const turned = file('src/a.ts', { hunks: lines(' before', '+if (admin\u202e) {') });
    expect(hiddenCode(turned)).toMatchObject([
      { code: 'CODE_HIDDEN', line: 2, message: expect.stringContaining('U+202E') },
    ]);
    expect(codes(file('src/a.ts', { hunks: lines(' a\u202e', '-b\u200b') }))).toEqual([]);
    expect(codes(file('src/c\u0430rt.ts', { status: 'added', oldKind: null }))).toEqual(['CODE_HIDDEN']);
    expect(codes(file('docs/\u043f\u043b\u0430\u043d.md', { status: 'added', oldKind: null }))).toEqual([]);
    expect(codes(file('notes.md', { hunks: lines('+\u200b') }))).toEqual([]);
  });

  it('is not binary content, readable code, or a deleted file', () => {
    expect(codes(file('logo.png', { binary: true, status: 'added' }))).toEqual([]);
    expect(codes(file('data/prices.csv', { truncated: true }))).toEqual([]);
    expect(codes(file('src/a.ts'))).toEqual([]);
    expect(codes(file('src/a.ts', { binary: true, status: 'deleted' }))).toEqual([]);
  });
});
