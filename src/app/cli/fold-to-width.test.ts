import { describe, expect, it } from 'vitest';
import { widthOf } from './fit.ts';
import { foldToWidth } from './fold-to-width.ts';

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;

describe('fold to a width', () => {
  it.each([
    ['what fits stays', 'short', 10, 'short'],
    ['words go on below', 'one two three', 9, 'one two\n  three'],
    ['below the text, behind a mark', '  ✓ RED  parse adds up units', 16, '  ✓ RED  parse\n    adds up\n    units'],
    [
      'in the last column, where that leaves room',
      'ab  one two three four five six seven',
      32,
      'ab  one two three four five six\n    seven',
    ],
    ['a word that is too long stays whole', 'see /a/very/long/path now', 10, 'see\n  /a/very/long/path\n  now'],
    [
      'what is in backticks stays whole',
      'try `assay runs resume last` or not',
      12,
      'try\n  `assay runs resume last`\n  or not',
    ],
    ['lines stay lines', 'a\nb', 40, 'a\nb'],
  ])('%s', (_what, text, width, folded) => expect(foldToWidth(text, width)).toBe(folded));

  it('does not count colours', () => {
    const text = `${red('error X:')} seen`;
    expect(foldToWidth(text, 13)).toBe(text);
    expect(foldToWidth(`  ${red('✗')} one two three`, 12)).toBe(`  ${red('✗')} one two\n    three`);
  });

  it('loses no word, and no line is wider than the screen unless a word is', () => {
    const text =
      '  · GREEN  parse durations into seconds refused: TEST_CHANGED: test/parse.test.js > refuses 漢字 was changed';
    for (let width = 26; width < 90; width += 1) {
      const folded = foldToWidth(text, width);
      expect(folded.split(/\s+/)).toEqual(text.split(/\s+/));
      for (const line of folded.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(width);
    }
  });
});
