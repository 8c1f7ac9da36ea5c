import { termsOf } from '../text/words.ts';

export type Disagreement = { readonly kind: 'semantic'; readonly detail: string };

/** How much of the words of both is in both before two notes count as being about the same. */
const SAME_SUBJECT = 0.6;
const NOT = /\b(not|never|no longer|cannot|isn't|doesn't|don't|won't|without|disabled|removed|forbidden)\b|n't\b/gi;

const OPPOSITES: readonly (readonly [string, string])[] = [
  ['enable', 'disable'],
  ['allow', 'forbid'],
  ['before', 'after'],
  ['sync', 'async'],
  ['always', 'never'],
  ['required', 'optional'],
  ['public', 'private'],
  ['mutable', 'immutable'],
  ['first', 'last'],
  ['true', 'false'],
  ['min', 'max'],
];

/** Whether two sentences say different things about the same: one denies, a number differs, a word is turned round. Pure. */
export function disagree(a: string, b: string): Disagreement | null {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const shared = [...first].filter((word) => second.has(word)).length;
  if (shared < 2 || shared / Math.min(first.size, second.size) < SAME_SUBJECT) return null;
  const [no, also] = [(a.match(NOT) ?? []).length % 2, (b.match(NOT) ?? []).length % 2];
  if (no !== also) return { kind: 'semantic', detail: 'one denies what the other says' };
  const [here, there] = [numbersOf(a), numbersOf(b)];
  if (here.length === 1 && there.length === 1 && here[0] !== there[0])
    return { kind: 'semantic', detail: `${here[0]} in one, ${there[0]} in the other` };
  const [left, right] = [everyWord(a), everyWord(b)];
  for (const [one, other] of OPPOSITES) {
    if (turned(left, right, one, other) || turned(right, left, one, other))
      return { kind: 'semantic', detail: `"${one}" in one, "${other}" in the other` };
  }
  return null;
}

const starts = (words: ReadonlySet<string>, stem: string): boolean => [...words].some((word) => word.startsWith(stem));

const turned = (a: ReadonlySet<string>, b: ReadonlySet<string>, left: string, right: string): boolean =>
  starts(a, left) && !starts(a, right) && starts(b, right) && !starts(b, left);

const wordsOf = (text: string): Set<string> =>
  new Set(termsOf(text.replace(NOT, ' ')).filter((word) => !/^\d+$/.test(word)));

/** With those that search leaves out: "before" and "after" are all the difference there may be. */
const everyWord = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);

const numbersOf = (text: string): string[] => text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g) ?? [];
