import type { SentencePart } from './sentence-shape.ts';

/** Two halves that share this many words say something similar about two things. */
const LEAST_COMMON = 3;

/**
 * A claim that joins the beginning of one half of a sentence to the end of the other, where both say something similar
 * about two things: "A counts from the stop" for "A counts from the start, while B counts from the stop". It has words
 * that only one half has, words that only the other has, and leaves out some of each. Returns the words left out, or null.
 */
export function mixedHalves(
  claim: string,
  own: readonly SentencePart[],
  theirs: readonly SentencePart[],
): string | null {
  // It may be about both.
  if (/\b(?:and|or|both|neither|nor|but|while|whereas|unlike|than|either)\b|;/i.test(claim)) return null;
  const said = new Set(own.flatMap(wordsOf));
  for (const [at, one] of theirs.entries())
    for (const other of theirs.slice(at + 1)) {
      const [here, there] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
      const common = [...here].filter((word) => there.has(word));
      if (common.length < Math.max(LEAST_COMMON, Math.min(here.size, there.size) * 0.6)) continue;
      const left = [onlyIn(here, there), onlyIn(there, here)].map((words) => ({
        has: words.some((word) => said.has(word)),
        lacks: words.find((word) => !said.has(word)),
      }));
      if (left.every(({ has, lacks }) => has && lacks !== undefined)) return left[0]?.lacks ?? null;
    }
  return null;
}

const onlyIn = (words: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...words].filter((word) => !others.has(word));

const wordsOf = ({ words }: SentencePart): string[] => words.map(({ stem }) => stem);
