import { around, type ClaimCitation, citationProblem, type SourcePassage } from './quoted-place.ts';
import { reworded } from './reworded.ts';
import { sentencesOf, stemsOf } from './sentences.ts';
import { inTheirWords } from './synonyms.ts';

export interface Claim {
  readonly text: string;
  readonly citations: readonly ClaimCitation[];
}

/** The claim and the place it cites, both normalised for comparison. */
export function citedPlace(claim: Claim, passages: readonly SourcePassage[]) {
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const problems: string[] = claim.citations.length === 0 ? ['it cites nothing'] : [];
  const [near, quoted, whole]: [string[], string[], string[]] = [[], [], []];
  for (const citation of claim.citations) {
    const passage = byId.get(citation.passage);
    const problem = citationProblem(citation, passage);
    if (problem !== null || passage === undefined) {
      problems.push(problem ?? '');
      continue;
    }
    const place = around(passage.text, citation.quote);
    // The subject of a page need not be repeated in each of its sentences.
    const titles = passage.title === undefined ? [] : [passage.title];
    near.push(...place.near, ...titles);
    quoted.push(...place.quoted);
    whole.push(passage.text, ...titles);
  }
  const text = inTheirWords(claim.text, near.join(' '));
  const nearest = nearestOf(text, quoted);
  const cited = new Set(near);
  const elsewhere = passages.flatMap((passage) =>
    wordsOf(passage).flatMap(([sentence, words]) => (cited.has(sentence) ? [] : [words])),
  );
  return {
    ...{ problems, holds: Math.max(0, claim.citations.length - problems.length) },
    own: reworded(text, nearest),
    place: { sentence: reworded(nearest, text), quoted, near, whole: whole.join('\n\n'), elsewhere },
  };
}

/** The sentence that covers most of the claim; all quoted sentences if the claim combines them. */
function nearestOf(claim: string, quoted: readonly string[]): string {
  const words = [...new Set(stemsOf(claim))];
  const [best] = quoted
    .map((sentence) => ({ sentence, score: shareOf(words, sentence) }))
    .sort((a, b) => b.score - a.score);
  return best !== undefined && best.score >= 0.6 ? best.sentence : quoted.join('; ');
}

function shareOf(words: readonly string[], sentence: string): number {
  const there = new Set(stemsOf(sentence));
  return words.length === 0 ? 0 : words.filter((word) => there.has(word)).length / words.length;
}

/** An answer has many claims, and the sources stay the same. */
const known = new WeakMap<SourcePassage, readonly (readonly [string, ReadonlySet<string>])[]>();

/** The sentences of a passage, with their words. */
function wordsOf(passage: SourcePassage): readonly (readonly [string, ReadonlySet<string>])[] {
  const kept = known.get(passage);
  if (kept !== undefined) return kept;
  const made = sentencesOf(passage.text).map((sentence) => [sentence, new Set(stemsOf(sentence))] as const);
  known.set(passage, made);
  return made;
}
