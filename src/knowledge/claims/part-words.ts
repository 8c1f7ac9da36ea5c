import type { SentencePart } from './sentence-shape.ts';

export const stemsIn = (part: SentencePart): Set<string> => new Set(part.words.map(({ stem }) => stem));

export const isIn = (part: SentencePart, word: string): boolean => part.words.some(({ stem: own }) => own === word);

export const has = (part: SentencePart, stem: string, governor: string | null): boolean =>
  part.words.some((word) => word.stem === stem && word.governor === governor);

/** Pronouns and the like: "the largest one", "all others", "two of them". */
export const STANDING_FOR: ReadonlySet<string> = new Set('one two three four five other rest'.split(' '));
