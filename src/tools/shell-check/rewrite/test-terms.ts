import type { ShellWord } from '#code/shell-words.ts';
import { type Condition, join } from './double-bracket.ts';

/** `[ a -o b -a c ]` as tests of their own; null when parentheses or odd words make the grouping uncertain. */
export function splitTerms(words: readonly ShellWord[], form: 'bracket' | 'test'): Condition | null {
  const ors: Condition[][] = [[]];
  let term: string[] = [];
  const close = (): boolean => {
    const text = term.join(' ');
    if (!isWhole(term)) return false;
    ors.at(-1)?.push({ text: form === 'test' ? `test ${text}` : `[ ${text} ]`, atom: true, assumes: [] });
    term = [];
    return true;
  };
  for (const { text } of words) {
    const joins = (text === '-a' || text === '-o') && isWhole(term);
    if (joins && !close()) return null;
    if (joins && text === '-o') ors.push([]);
    if (!joins) term.push(text);
  }
  if (!close()) return null;
  const ands = ors.map((terms) => terms.reduce((left, right) => join(left, '&&', right)));
  return ands.reduce((left, right) => join(left, '||', right));
}

/** One, two or three words, with or without `!`: the forms POSIX defines. */
function isWhole(term: readonly string[]): boolean {
  const words = term[0] === '!' ? term.slice(1) : term;
  const [first = '', second = ''] = words;
  if (words.some((word) => /^\\?[()]$/.test(word) || /^['"][()]['"]$/.test(word))) return false;
  if (words.length === 1) return !/^-[A-Za-z]$/.test(first);
  if (words.length === 2) return /^-[A-Za-z]$/.test(first);
  return words.length === 3 && /^(?:==?|!=|-[a-z]{2})$/.test(second);
}
