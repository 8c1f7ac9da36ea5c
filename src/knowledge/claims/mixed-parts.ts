import { isLight } from './claim-words.ts';
import { STANDING_FOR } from './part-words.ts';
import type { SentencePart, ShapeWord } from './sentence-shape.ts';

/**
 * A claim that mixes two parts of a sentence that are about two things: "PATCH replaces the item" for "PATCH merges the
 * fields, PUT replaces the item". It may take a word from another part where its own part has none ("failures are kept
 * for a week" of "results are kept for an hour, failures for a week"), but not where its own part has another word.
 * Returns the mixed word, or null.
 */
export function mixedParts(part: SentencePart, theirs: readonly SentencePart[]): string | null {
  const known = new Set(theirs.flatMap(stemsOf));
  const found = part.words.filter((word) => !word.isNumber && known.has(word.stem));
  const own = new Set(stemsOf(part));
  if (found.length < 2 || theirs.length < 2) return null;
  let told: string | null = null;
  for (const base of theirs) {
    const there = new Set(stemsOf(base));
    if (!found.some(({ stem }) => there.has(stem))) continue;
    const conflict = found
      .filter(({ stem }) => !there.has(stem))
      .map((word) => ({ word, rival: rivalOf(word, part, base, own) }))
      .find(({ rival }) => rival !== null);
    if (conflict === undefined) return null;
    told ??= `it has "${conflict.rival}" where this says "${conflict.word.stem}"`;
  }
  return told;
}

/** The part's own word where the claim has one from elsewhere. */
function rivalOf(word: ShapeWord, part: SentencePart, base: SentencePart, own: ReadonlySet<string>): string | null {
  const isOther = (each: ShapeWord): boolean =>
    !own.has(each.stem) &&
    !each.isNumber &&
    !STANDING_FOR.has(each.stem) &&
    !isLight(each.stem) &&
    each.isOf === word.isOf;
  const place = placeOf(word);
  if (place === null && word.stem === part.agent)
    return base.agent !== null && !own.has(base.agent) ? base.agent : null;
  const inPlace = base.words.filter((each) => placeOf(each) === place && each.stem !== base.agent);
  return inPlace.find(isOther)?.stem ?? null;
}

/** "each batch" is an object like "a batch". */
const placeOf = ({ governor }: ShapeWord): string | null => (governor === 'every' ? null : governor);

const stemsOf = ({ words }: SentencePart): string[] => words.map(({ stem }) => stem);
