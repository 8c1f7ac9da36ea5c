import type { CitedPlace } from './claim-signs.ts';
import { saysLittle } from './claim-words.ts';
import { sentencesOf, stemsOf } from './sentences.ts';

/**
 * Pure. A word of a claim that its quote lacks, if the quote is only a heading. A heading names a subject and says nothing
 * about it: it supports the words it has ("2.0.0, 3 May"), and they are no sign that the rest is true.
 */
export function onlyAHeading(claim: string, { quoted, near, whole }: CitedPlace): string | null {
  const headings = new Set((whole.match(/^#{1,6}\s.*$/gm) ?? []).flatMap(sentencesOf));
  if (quoted.length === 0 || !quoted.every((sentence) => headings.has(sentence))) return null;
  const there = new Set(stemsOf(near.join(' ')));
  return stemsOf(claim).find((stem) => !there.has(stem) && !saysLittle(stem)) ?? null;
}
