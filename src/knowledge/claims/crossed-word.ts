import { isIn, STANDING_FOR, stemsIn } from './part-words.ts';
import type { SentencePart, ShapeWord } from './sentence-shape.ts';

/**
 * The claim copies one part of a sentence but replaces one word by a word from another part: "a digest can be moved"
 * for "a tag can be moved, while a digest always names the same image". Returns the replaced word, or null.
 */
export function crossedWord(
  part: SentencePart,
  theirs: readonly SentencePart[],
  own: readonly SentencePart[],
): string | null {
  if (theirs.length < 2 || theirs.some((other) => [...stemsIn(part)].every((stem) => isIn(other, stem)))) return null;
  for (const base of theirs) {
    const extra = part.words.filter(({ stem }) => !isIn(base, stem));
    const [word] = extra;
    const shared = new Set(part.words.filter(({ stem }) => isIn(base, stem)).map(({ stem }) => stem));
    if (word === undefined || extra.length !== 1 || shared.size < LEAST_SHARED) continue;
    const isHere = (stem: string): boolean => own.some((each) => isIn(each, stem));
    const rival = base.words.find((each) => !isHere(each.stem) && isInItsPlace(word, part, each, base));
    const from = theirs.filter((other) => other !== base && isIn(other, word.stem));
    if (rival === undefined || from.length === 0) continue;
    if (from.every((other) => isOnlyNamed(word.stem, part, other))) return `it has "${rival.stem}" there`;
  }
  return null;
}

const LEAST_SHARED = 2;

const isInItsPlace = (word: ShapeWord, part: SentencePart, other: ShapeWord, base: SentencePart): boolean =>
  !word.isNumber &&
  !other.isNumber &&
  !STANDING_FOR.has(other.stem) &&
  word.governor === other.governor &&
  word.isOf === other.isOf &&
  word.stem === part.subject &&
  other.stem === base.subject;

/** The other part says nothing else that the claim says: it is complete, and does not define the word. */
function isOnlyNamed(stem: string, part: SentencePart, other: SentencePart): boolean {
  const isMore = part.words.some((each) => each.stem !== stem && isIn(other, each.stem));
  const isTold = /^(?:which|who|where|that|when|if|because|so|whose|as|called|named)\b/i.test(other.text.trim());
  const isSame = new RegExp(`\\b(?:is|are|means?|called|named|like|such as) (?:an? |the )?(?:\\w+ )?${stem}`, 'i').test(
    other.text,
  );
  return !isMore && !isTold && !isSame;
}
