import { describe, expect, it } from 'vitest';
import { cut, widthOf, wrap } from './fit.ts';
import { plain } from './screen.ts';
import { table } from './table.ts';
import { age, durationText, plural, usd } from './words.ts';

describe('table', () => {
  const columns = [
    { title: 'n', text: (row: { n: string; t: string }) => row.n, align: 'right' as const },
    { title: 'title', text: (row: { n: string; t: string }) => row.t, flexible: true },
  ];

  it('lines columns up, also where letters are two columns wide', () => {
    const rows = [
      { n: '7', t: '漢字' },
      { n: '123', t: 'x' },
    ];
    expect(table(columns, rows, 80, plain)).toEqual(['  n  title', '  7  漢字', '123  x']);
  });

  it('cuts the flexible column when the screen is narrow', () => {
    const lines = table(columns, [{ n: '1', t: 'a long title that does not fit' }], 20, plain);
    expect(lines[1]).toBe('1  a long title tha…');
    expect(widthOf(lines[1] ?? '')).toBe(20);
  });

  it('says its rows in words where no line of it fits', () => {
    const wide = [...columns, { title: 'status', text: () => 'interrupted' }, { title: 'note', text: () => '' }];
    const lines = table(wide, [{ n: 'r0top', t: 'a long title that does not fit' }], 20, plain);
    expect(lines).toEqual(['r0top · title a long title that does not fit · status interrupted']);
  });

  it('paints without moving anything', () => {
    const bold = columns.map((column) => ({ ...column, style: () => 'bold' as const }));
    const [, line] = table(bold, [{ n: '1', t: 'x' }], 80, (_style, text) => `<${text}>`);
    expect(line).toBe('<1>  <x    >');
  });
});

describe('cut and wrap', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['漢字漢', 4, '漢…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '👩‍👩‍👧‍👦…'],
    ['abc', 0, ''],
  ])('%s in %d is %s', (text, width, result) => expect(cut(text, width)).toBe(result));

  it('wraps whole words', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('enormously small', 6)).toEqual(['enorm…', 'small']);
    expect(wrap('', 6)).toEqual([]);
  });
});

describe('numbers in words', () => {
  it.each([
    [durationText(940), '0.9 s'],
    [durationText(9_990), '9.9 s'],
    [durationText(12_400), '12 s'],
    [durationText(59_990), '59 s'],
    [durationText(119_900), '1 min 59 s'],
    [durationText(125_000), '2 min 5 s'],
    [durationText(7_260_000), '2 h 1 min'],
    [age(3_000), 'just now'],
    [age(-5), 'just now'],
    [age(59_000), '59 s ago'],
    [age(90_000_000), '1 d ago'],
    [usd(0), '$0.00'],
    [usd(0.0042), '$0.0042'],
    [usd(12.345), '$12.35'],
    [plural(1, 'run'), '1 run'],
    [plural(1_200, 'run'), '1,200 runs'],
  ])('%s', (said, wanted) => expect(said).toBe(wanted));
});
