import { describe, expect, it } from 'vitest';
import { linesBefore } from './sources-before.ts';

const hunk = (oldStart: number, ...lines: string[]) => ({
  ...{ heading: '', oldStart, oldLines: lines.filter((line) => /^[ -]/.test(line)).length },
  ...{ newStart: oldStart, newLines: lines.filter((line) => /^[ +]/.test(line)).length, lines },
});

describe('lines of main that a change is about', () => {
  it('are those that it removed', () => {
    expect(linesBefore({ hunks: [hunk(10, ' a', '-b', '-c', '+d', ' e', '-f')] })).toEqual([
      { first: 11, last: 12 },
      { first: 14, last: 14 },
    ]);
  });

  it('are those around an addition', () => {
    expect(linesBefore({ hunks: [hunk(10, ' a', '+b', ' c')] })).toEqual([{ first: 10, last: 11 }]);
    expect(linesBefore({ hunks: [hunk(0, '+a', '+b')] })).toEqual([{ first: 1, last: 1 }]);
    expect(linesBefore({ hunks: [hunk(7, '+a')] })).toEqual([{ first: 7, last: 8 }]);
  });
});
