import { denies, OPPOSITES, withoutDenials } from '../claims/claim-words.ts';
import { termsOf } from '../text/words.ts';

export type Disagreement = { readonly kind: 'semantic'; readonly detail: string };

/** The share of common words at which two notes count as being about the same subject. */
const SAME_SUBJECT = 0.6;

/**
 * Whether two sentences contradict each other about the same subject: one denies, a number differs, an opposite is
 * used. Pure.
 */
export function disagree(a: string, b: string): Disagreement | null {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const shared = [...first].filter((word) => second.has(word)).length;
  if (shared < 2 || shared / Math.min(first.size, second.size) < SAME_SUBJECT) return null;
  if (denies(a) !== denies(b)) return { kind: 'semantic', detail: 'one denies what the other says' };
  const [here, there] = [numbersOf(a), numbersOf(b)];
  if (here.length === 1 && there.length === 1 && here[0] !== there[0])
    return { kind: 'semantic', detail: `${here[0]} in one, ${there[0]} in the other` };
  const [left, right] = [everyWord(a), everyWord(b)];
  for (const [one, other] of OPPOSITES) {
    const found = turned(left, right, one, other) ?? turned(left, right, other, one);
    if (found) return { kind: 'semantic', detail: `"${found[0]}" in one, "${found[1]}" in the other` };
  }
  return null;
}

const wordIn = (words: ReadonlySet<string>, start: string): string | undefined =>
  [...words].find((word) => word.startsWith(start));

/** The two words, where one sentence has the one and the other its opposite. */
function turned(a: ReadonlySet<string>, b: ReadonlySet<string>, left: string, right: string): [string, string] | null {
  const [here, there] = [wordIn(a, left), wordIn(b, right)];
  const isMixed = wordIn(a, right) !== undefined || wordIn(b, left) !== undefined;
  return here !== undefined && there !== undefined && !isMixed ? [here, there] : null;
}

const wordsOf = (text: string): Set<string> =>
  new Set(termsOf(withoutDenials(text)).filter((word) => !/^\d+$/.test(word)));

/** Including words that search ignores: "before" and "after" may be the only difference. */
const everyWord = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);

const numbersOf = (text: string): string[] => text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g) ?? [];
