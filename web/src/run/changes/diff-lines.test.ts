import { describe, expect, it } from 'vitest';
import { diffLinesOf } from './diff-lines.ts';

describe('linesOf', () => {
  it('numbers each line as it is before and after', () => {
    const lines = [' a', '-b', '+c', '+d', '\\ No newline at end of file', ' e'];
    const hunk = { oldStart: 4, oldLines: 3, newStart: 10, newLines: 4, heading: 'function f()', lines };
    expect(diffLinesOf([hunk]).map(({ kind, oldLine, newLine, text }) => [kind, oldLine, newLine, text])).toEqual([
      ['heading', null, null, 'function f()'],
      ['same', 4, 10, 'a'],
      ['removed', 5, null, 'b'],
      ['added', null, 11, 'c'],
      ['added', null, 12, 'd'],
      ['same', 6, 13, 'e'],
    ]);
  });
});
