import type { Literal } from './looked-up.ts';

/** Another value of the same shape, and where the first one stands. */
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

/** Its digits are others; where it has none, its first letter is. */
function nearby(value: string): string {
  if (/\d/.test(value)) return value.replace(/\d/g, (digit) => String((Number(digit) % 9) + 1));
  return value.replace(/[A-Za-z]/, (letter) =>
    /[zZ]/.test(letter) ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1),
  );
}

const pattern = ({ kind, value }: Literal): RegExp =>
  kind === 'number'
    ? new RegExp(`(?<![\\w.])${value}(?![\\w.])`, 'g')
    : new RegExp(value.replace(/[^\w\s]/g, '\\$&'), 'g');
