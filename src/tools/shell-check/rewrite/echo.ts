import { quoteWord } from '#code/shell-quote.ts';
import { literalOf, type ShellWord } from '#code/shell-words.ts';
import { isOneField, oneField } from './one-field.ts';

/** `echo` with its options and words as a `printf` that every shell does alike; null when the words cannot be counted. */
export function printfFor(options: string, words: readonly ShellWord[]): string | null {
  const escapes = options.lastIndexOf('e') > options.lastIndexOf('E');
  const end = options.includes('n') ? '' : '\\n';
  const fields: string[] = [];
  for (const word of words) {
    const field = escapes ? escapedField(word) : plainField(word);
    if (field === null) return null;
    fields.push(field);
  }
  if (fields.length === 0) return `printf '${end}'`;
  const format = fields.map(() => (escapes ? '%b' : '%s')).join(' ');
  return `printf '${format}${end}' ${fields.join(' ')}`;
}

/** Shells differ on these when plain `echo` is given them. */
export const hasEchoEscape = (value: string): boolean => /\\[abcefnrtv0-7x\\]/.test(value);

function plainField(word: ShellWord): string | null {
  return isOneField(word.nodes) ? word.text : null;
}

function escapedField(word: ShellWord): string | null {
  if (!isOneField(word.nodes)) return null;
  const literal = literalOf(word);
  if (literal !== null) {
    const portable = portableEscapes(literal);
    if (portable === null) return null;
    return portable === literal && !/[\\']/.test(word.text) ? word.text : quoteWord(portable);
  }
  const source = oneField(word.nodes);
  if (source === null || source.includes('\\\\') || /\\[uUx1-7]/.test(source)) return null;
  return source.replace(/\\[eE]/g, '\\0033');
}

/** The escapes of bash's `echo -e` in those of `printf %b`, which knows neither \e nor \x. */
function portableEscapes(value: string): string | null {
  let possible = true;
  const text = value.replace(
    /\\(?:x([\da-fA-F]{1,2})|0[0-7]{0,3}|([\s\S])|$)/g,
    (all, hex: string | undefined, char: string | undefined) => {
      if (hex !== undefined) return `\\0${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}`;
      if (char === 'e' || char === 'E') return '\\0033';
      if (char !== undefined && /[1-9uUx]/.test(char)) possible = false;
      return all;
    },
  );
  return possible ? text : null;
}
