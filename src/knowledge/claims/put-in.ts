import { saysLittle } from './claim-words.ts';
import { alignedWords, alignmentsOf, isBreak, weightyWords } from './hunks.ts';
import { clausesOf, stemsOf } from './sentences.ts';

/** The share of a part that the cited place must lack, or of the place that the claim must contain. */
const [MOST_OF_A_PART, MOST_OF_THE_PLACE] = [0.75, 0.8];

/**
 * Pure. Something that a claim adds to what the place says: a part about something else ("…, and the moon is made of
 * cheese"), or words between the place's own ("is secretly held") where the claim has nearly all words of the place.
 * Synonyms replace the place's words; they are not added to them. Null if nothing was added.
 */
export function putIn(claim: string, sentence: string, near: readonly string[]): string | null {
  const there = new Set(stemsOf(near.join(' ')));
  const isStrange = (stem: string): boolean => !there.has(stem) && !saysLittle(stem);
  const hedge = claim.match(HEDGE)?.[0];
  if (hedge !== undefined && !near.some((text) => HEDGE.test(text))) return hedge;
  const aside = [...claim.matchAll(/\(([^()]+)\)/g)].find(([, text = '']) => {
    const stems = stemsOf(text);
    return stems.length > 0 && stems.every(isStrange);
  });
  if (aside !== undefined) return aside[0];
  const part = partsOf(claim).find((text) => {
    const stems = stemsOf(text);
    return stems.length > 1 && stems.filter(isStrange).length / stems.length >= MOST_OF_A_PART;
  });
  if (part !== undefined) return part;
  const hunks = alignmentsOf(claim, sentence)[0] ?? [];
  const kept = hunks.flatMap((hunk) => hunk.kept).filter((word) => !isBreak(word)).length;
  const missing = hunks.flatMap((hunk) => weightyWords(hunk.theirs)).length;
  if (kept === 0 || kept / (kept + missing) < MOST_OF_THE_PLACE) return null;
  const [between] = hunks
    .filter((hunk) => weightyWords(hunk.theirs).length === 0)
    .flatMap((hunk) => weightyWords(hunk.own).filter((word) => stemsOf(word).some(isStrange)));
  return between === undefined ? null : (wordsOf(claim).find((word) => alignedWords(word)[0] === between) ?? between);
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_$.'/=-]+/gu) ?? [];

/** Words that almost deny it, or make it hearsay. */
const HEDGE = /\b(?:hardly|barely|scarcely|seldom|rarely|reportedly|allegedly|supposedly)\b/i;

/** The parts of a claim, one thought each. */
const partsOf = (claim: string): string[] =>
  clausesOf(claim).flatMap((clause) =>
    clause.split(/,\s+(?:and|or|then)\s+|,\s+|\s+and\s+(?=(?:it|they|the|any|every|each|no|all)\b)/i),
  );
