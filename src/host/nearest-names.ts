import { distance } from 'fastest-levenshtein';

/**
 * The names most like a mistyped one, closest first; names that share too little with it are left out. Case is ignored,
 * and a name that shares a whole word (`complexity` in `cyclomatic_complexity`) counts as near.
 */
export function nearestNames(wanted: string, names: Iterable<string>, most = 3): string[] {
  const low = wanted.toLowerCase();
  const words = wordsOf(wanted);
  return [...new Set(names)]
    .map((name) => ({ name, far: distanceOf(low, words, name) }))
    .filter(({ far }) => far <= TOO_FAR)
    .sort((left, right) => left.far - right.far || left.name.length - right.name.length || compare(left, right))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Whether one was meant where the other was typed: letters in another order, or few of them wrong. */
export function isSlip(wanted: string, name: string): boolean {
  const sorted = (text: string): string => [...text.toLowerCase()].sort().join('');
  return (
    sorted(wanted) === sorted(name) || distance(wanted.toLowerCase(), name) < 0.4 * Math.max(wanted.length, name.length)
  );
}

/** Half of the letters may differ; beyond that two names are unrelated. */
const TOO_FAR = 0.5;
/** Longer names are not typed by hand, and the cost of the distance is the product of the lengths. */
const LONGEST = 200;
const SHORTEST_WORD = 3;

function distanceOf(low: string, words: ReadonlySet<string>, name: string): number {
  if (low.length > LONGEST || name.length > LONGEST) return 1;
  const other = name.toLowerCase();
  const edits = distance(low, other) / Math.max(low.length, other.length, 1);
  // In a name of two letters one wrong letter is half of it and still only a slip.
  const typo = low.length === 2 && distance(low, other) === 1 ? 0.4 : edits;
  return Math.min(typo, 1 - 0.6 * sharedWords(words, wordsOf(name)));
}

/** The share of the longer list of words that both have, from 0 to 1. */
function sharedWords(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = left.intersection(right).size;
  return shared === 0 ? 0 : shared / Math.min(Math.max(left.size, 1), Math.max(right.size, 1));
}

function wordsOf(name: string): ReadonlySet<string> {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word.length >= SHORTEST_WORD));
}

const compare = (left: { name: string }, right: { name: string }): number => (left.name < right.name ? -1 : 1);
