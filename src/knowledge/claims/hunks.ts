import { isStopWord } from './claim-words.ts';
import { numberForm } from './entities.ts';
import { plainForm } from './sentence-shape.ts';
import { plainText } from './sentences.ts';

/** A place where two sentences differ, between words that they share. */
export interface SentenceHunk {
  /** The text of the source at this place, and the text of the claim. */
  readonly theirs: readonly string[];
  readonly own: readonly string[];
  /** The words both have, up to the next such place. */
  readonly kept: readonly string[];
}

/** Aligned twice, by content and by wording: either of them may be unchanged. */
export const alignmentsOf = (claim: string, sentence: string): SentenceHunk[][] =>
  [3, 1].map((weight) => hunksOf(alignedWords(sentence), alignedWords(claim), weight));

const DETERMINERS = new Set('the a an its their his her this that these those'.split(' '));
/** In base form, with the marks between thoughts. */
export const alignedWords = (text: string): string[] =>
  (
    plainText(text)
      .toLowerCase()
      .match(/[;,]|[\p{L}\p{N}_$]+(?:[.'/=-][\p{L}\p{N}_$]+|[,:]\p{N}+)*/gu) ?? []
  )
    .filter((word) => !DETERMINERS.has(word))
    .map((word) => (/^v?\d/.test(word) ? numberForm(word) : isStopWord(word) ? word : plainForm(word)));

/** Without marks and function words. */
export const weightyWords = (words: readonly string[]): string[] =>
  words.filter((word) => !isBreak(word) && (!isStopWord(word) || /^\d/.test(word)));

export const isBreak = (word: string): boolean => word === ';' || word === ',';

/** By the heaviest common sequence of words; of two equal ones, the one whose words are where they were. */
function hunksOf(theirs: readonly string[], own: readonly string[], heavy: number): SentenceHunk[] {
  const weight = (row: number, column: number): number => {
    const word = theirs[row] ?? '';
    const apart = Math.abs(row / theirs.length - column / own.length);
    return (isBreak(word) ? 0.5 : isStopWord(word) && !/^\d/.test(word) ? 4 - heavy : heavy) + 0.5 * (1 - apart);
  };
  const best = theirs.map(() => new Array<number>(own.length + 1).fill(0));
  best.push(new Array<number>(own.length + 1).fill(0));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  for (let row = theirs.length - 1; row >= 0; row -= 1)
    for (let column = own.length - 1; column >= 0; column -= 1) {
      const word = theirs[row] ?? '';
      const kept = word === own[column] ? at(row + 1, column + 1) + weight(row, column) : 0;
      (best[row] as number[])[column] = Math.max(kept, at(row + 1, column), at(row, column + 1));
    }
  const hunks: { theirs: string[]; own: string[]; kept: string[] }[] = [{ theirs: [], own: [], kept: [] }];
  let [row, column] = [0, 0];
  while (row < theirs.length || column < own.length) {
    const last = hunks.at(-1) as { theirs: string[]; own: string[]; kept: string[] };
    const [there, here] = [theirs[row], own[column]];
    const isKept =
      there !== undefined && there === here && at(row, column) === at(row + 1, column + 1) + weight(row, column);
    if (isKept) {
      last.kept.push(there);
      [row, column] = [row + 1, column + 1];
      continue;
    }
    const hunk = last.kept.length > 0 ? { theirs: [], own: [], kept: [] } : last;
    if (hunk !== last) hunks.push(hunk);
    if (there !== undefined && (here === undefined || at(row + 1, column) >= at(row, column + 1))) {
      (hunk.theirs as string[]).push(there);
      row += 1;
    } else {
      (hunk.own as string[]).push(here as string);
      column += 1;
    }
  }
  return hunks;
}
