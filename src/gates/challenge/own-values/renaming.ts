import type { Literal } from './looked-up.ts';

/** Another value of the same shape, and where the first one occurs. */
export interface Renaming {
  readonly to: string;
  isIn(text: string): boolean;
}

export const renaming = (literal: Literal): Renaming => ({
  to: nearby(literal.value),
  isIn: (text) => pattern(literal).test(text),
});

export const renamed = (text: string, literal: Literal): string =>
  text.replace(pattern(literal), () => nearby(literal.value));

/** With other digits; if it has none, with another first letter. */
function nearby(value: string): string {
  if (/\d/.test(value)) return value.replace(/\d/g, (digit) => String((Number(digit) % 9) + 1));
  return value.replace(/[A-Za-z]/, (letter) =>
    /[zZ]/.test(letter) ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1),
  );
}

/** As a whole word: `a a` is not in "extra arguments". */
function pattern({ kind, value }: Literal): RegExp {
  if (kind === 'number') return new RegExp(`(?<![\\w.])${value}(?![\\w.])`, 'g');
  const [before, after] = [/^\w/.test(value) ? '(?<!\\w)' : '', /\w$/.test(value) ? '(?!\\w)' : ''];
  return new RegExp(`${before}${value.replace(/[^\w\s]/g, '\\$&')}${after}`, 'g');
}
