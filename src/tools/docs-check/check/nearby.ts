import { nearestNames } from '#host/nearest-names.ts';

/**
 * The names that may have been meant, most likely first: swapped letters (`gte`), then the nearest by edits and words.
 */
export function nearby(word: string, names: readonly string[]): string[] {
  const letters = sorted(word);
  const swapped = names.filter((name) => name.length === word.length && sorted(name) === letters);
  return [...new Set([...swapped, ...nearestNames(word, names)])].slice(0, 3);
}

/** A typing mistake in one of these names: one letter too many, too few, wrong, or two swapped. */
export function isSlipOf(word: string, names: readonly string[]): boolean {
  const [near] = nearby(word, names);
  if (near === undefined || !/^[a-z][a-z-]{3,}$/.test(word)) return false;
  return Math.abs(near.length - word.length) <= 1 && shared(near, word) >= near.length - 1;
}

const sorted = (word: string): string => [...word].sort().join('');

function shared(left: string, right: string): number {
  const rest = [...right];
  return [...left].filter((letter) => {
    const at = rest.indexOf(letter);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  }).length;
}
