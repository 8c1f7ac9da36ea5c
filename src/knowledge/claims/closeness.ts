import { alignedWords, weightyWords } from './hunks.ts';

export interface Closeness {
  /** The share of the claim's content words that the sentence has. */
  readonly words: number;
  /** The share of those in the same order. */
  readonly order: number;
}

/**
 * Pure. How closely a claim follows a sentence. Only a close claim can be compared word by word: if it has its own words
 * in its own order, swaps cannot be recognised.
 */
export function closenessOf(claim: string, sentence: string): Closeness {
  const [own, theirs] = [claim, sentence].map((text) => weightyWords(alignedWords(text))) as [string[], string[]];
  if (own.length === 0) return { words: 0, order: 0 };
  const there = new Set(theirs);
  return {
    words: own.filter((word) => there.has(word)).length / own.length,
    order: inOrder(own, theirs) / own.length,
  };
}

/** The length of the longest sequence of words that both have. */
function inOrder(one: readonly string[], two: readonly string[]): number {
  let row = new Array<number>(two.length + 1).fill(0);
  for (const word of one.toReversed()) {
    const next = new Array<number>(two.length + 1).fill(0);
    for (let at = two.length - 1; at >= 0; at -= 1)
      next[at] = word === two[at] ? (row[at + 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at + 1] ?? 0);
    row = next;
  }
  return row[0] ?? 0;
}

export const followsWords = ({ words }: Closeness): boolean => words >= 0.68;
/** If every word comes from the sentence, only the order can have changed. */
export const followsOrder = ({ words, order }: Closeness): boolean => order >= 0.45 || words === 1;
/**
 * Most of its words are where they were. Below this limit, 15 of 31 claims that we took for denials denied nothing;
 * above it, 430 of 440 did deny something.
 */
export const keepsOrder = ({ order }: Closeness): boolean => order >= 0.7;
