import type { Part } from './sentence-shape.ts';

export const stemsIn = (part: Part): Set<string> => new Set(part.words.map(({ stem }) => stem));

export const isIn = (part: Part, word: string): boolean => part.words.some(({ stem: own }) => own === word);

export const has = (part: Part, stem: string, governor: string | null): boolean =>
  part.words.some((word) => word.stem === stem && word.governor === governor);
