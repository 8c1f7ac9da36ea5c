import { claimStem, denials, OPPOSITES } from './claim-words.ts';
import { isNegative } from './negative-words.ts';
import { has, isIn, stemsIn } from './part-words.ts';
import { type SentencePart, type ShapeWord, shapeOf } from './sentence-shape.ts';
import { plainText } from './sentences.ts';

/**
 * The claim asserts what the part denies, or the other way round. A part that only denies ("but not on Mondays") counts
 * for its words.
 */
export function denialTurned(
  part: SentencePart,
  other: SentencePart,
  all: readonly SentencePart[],
  own: readonly SentencePart[],
): string | null {
  const denied = all.find(
    (each) =>
      each !== other &&
      (/^(?:not|never|no)\b/i.test(each.text) || (isDenied(each.text) && /^(?:but|and|yet)\b/i.test(each.text))) &&
      part.words.some(({ stem: word }) => isIn(each, word) && !isIn(other, word)),
  );
  const against = denied ?? other;
  if (isOutsideOnly(part, other) || isAbsentThere(part.text, against.text)) return null;
  const sentence = all.map(({ text }) => text).join('; ');
  if (denied === undefined && isConditioned(sentence) !== isConditioned(own.map(({ text }) => text).join('; '))) {
    const isWhole = part.words.length >= against.words.length;
    if (!isWhole || /\b(?:without|no longer|no|not)\b/i.test(part.text)) return null;
  }
  if (other.isOtherwise || isSaidAlike(part.text, against.text) || isSameBound(part.text, sentence)) return null;
  const words = [...stemsIn(part)];
  const share = (each: SentencePart): number => words.filter((word) => stemsIn(each).has(word)).length / words.length;
  if (denied === undefined) {
    if (share(other) < 0.66) return null;
    // The denial may be in another part of the sentence.
    const claim = own.map(({ text }) => text).join('; ');
    if (isSaidAlike(claim, sentence) && own.some(({ text }) => isDenied(text)) && deniesTheSame(own, all)) return null;
    if (all.some((each) => each !== other && share(each) > share(other) && isSaidAlike(part.text, each.text)))
      return null;
  }
  return `it says otherwise: ${JSON.stringify(against.text.slice(0, 120))}`;
}

/** "Answers to POST are not stored" for "only answers to GET are stored": it is about what is not included. */
const isOutsideOnly = (part: SentencePart, other: SentencePart): boolean =>
  isDenied(part.text) &&
  !isDenied(other.text) &&
  /\bonly\b/i.test(other.text) &&
  part.words.some((word) => (word.governor !== null || word.stem === part.subject ? !isIn(other, word.stem) : false));

/** Whether the claim denies the same as the sentence. */
function deniesTheSame(own: readonly SentencePart[], all: readonly SentencePart[]): boolean {
  const there = all.filter(({ text }) => isDenied(text)).map(stemsIn);
  return own
    .filter(({ text }) => isDenied(text))
    .every((part) => {
      const words = [...stemsIn(part)];
      return there.some((stems) => words.filter((word) => stems.has(word)).length >= words.length / 2);
    });
}

/** Both deny or neither does; or one denies the opposite of the other. */
const isSaidAlike = (a: string, b: string): boolean =>
  (isDenied(withoutLack(a, b)) === isDenied(withoutLack(b, a))) !== hasOpposite(a, b);

/** "ends after 20 minutes without a request" denies nothing where the other does not mention requests. */
const withoutLack = (text: string, other: string): string => {
  const there = new Set(wordList(other).map(claimStem));
  return text.replace(/\bwithout (?:being )?(?:(?:an?|the|any|its|their)\s+)?([\w-]+)/gi, (all, what: string) =>
    there.has(claimStem(what.toLowerCase())) ? all : ' ',
  );
};

/** The one without a denial uses a word for it: "ignores it" for "does not read it", "optional" for "not required". */
function isAbsentThere(a: string, b: string): boolean {
  if (isDenied(a) === isDenied(b)) return false;
  const [denied, plain] = isDenied(a) ? [a, b] : [b, a];
  const theirs = new Set(wordList(denied).map(claimStem));
  return wordList(plain).some((word) => isNegative(word) && !theirs.has(claimStem(word)));
}

/** "No search returns more than 5" says "at most 5"; "no longer" says "until". */
const isSameBound = (a: string, b: string): boolean =>
  (/\bno\b.*\bmore than\b/i.test(a) && /\b(?:no more than|at most|up to)\b/i.test(b)) ||
  (/\bno longer\b/i.test(a) && /\buntil\b/i.test(b));

/** "unless X" and "without X" deny in another way, so the numbers of denials cannot be compared. */
const isConditioned = (text: string): boolean => /\b(?:unless|except|until|only when|only if)\b/i.test(text);

/** The claim denies what the sentence says in the same words, without any denial of its own. */
export function deniedNowhere(claim: string, sentence: string): string | null {
  const isPlain = (text: string): boolean =>
    !isConditioned(text) &&
    !/\b(?:before|after|until|once|without|only|alone|other|otherwise|else|instead|leaves?|keeps?)\b/i.test(text);
  if (
    !isDenied(claim) ||
    /\b(?:no|not|never)\b/i.test(sentence) ||
    denials(sentence) > 0 ||
    !isPlain(claim) ||
    !isPlain(sentence) ||
    hasOpposite(claim, sentence) ||
    isAbsentThere(claim, sentence) ||
    isSameBound(claim, sentence)
  )
    return null;
  const there = new Set(shapeOf(sentence).flatMap(({ words }) => words.map((word) => word.stem)));
  const own = shapeOf(claim).flatMap(({ words }) => words);
  return own.length > 1 && own.every((word) => there.has(word.stem)) ? 'it denies nothing' : null;
}

/** Almost copied, except for a "not" added or removed. */
export function copiedButForADenial(claim: string, sentence: string): string | null {
  const [own, theirs] = [claim, sentence].map(
    (text) => new Set(shapeOf(text).flatMap(({ words }) => words.map((word) => word.stem))),
  ) as [Set<string>, Set<string>];
  const shared = [...own].filter((word) => theirs.has(word)).length;
  // "within a partition but not across partitions" also states its first half.
  const said = sentence.replace(
    /(?:,?\s(?:but|and)\s[^,;]*\b(?:not|never|nobody|nothing|none|no)\b|,\s(?:not|never)\b).*$/i,
    '',
  );
  if (said !== sentence && /\bbut not (?:all|every\w*)\W*$/i.test(sentence) && denials(said) === denials(claim))
    return null;
  const there = shapeOf(said);
  const isThere = ({ stem: word, governor }: ShapeWord): boolean =>
    there.some((part) => has(part, word, governor === 'by' ? null : governor));
  if (
    said !== sentence &&
    denials(said) === denials(claim) &&
    shapeOf(claim).every(({ words }) => words.every(isThere))
  )
    return null;
  // One part of it may say exactly that, or its opposite.
  const holding = shapeOf(sentence).filter((part) => [...own].every((word) => isIn(part, word)));
  if (holding.some((part) => isDenied(part.text) === isDenied(claim))) return null;
  const isPlain = (text: string): boolean =>
    !isConditioned(text) && !/\b(?:only|nobody|without|than|but)\b/i.test(text);
  const governed = shapeOf(claim).flatMap(({ words }) => words.filter(({ governor }) => governor !== null));
  const only = holding.find((part) => governed.every(({ stem: word }) => !has(part, word, null)));
  if (only && own.size > 2 && isPlain(claim) && isPlain(only.text) && !hasOpposite(claim, only.text))
    return `it says otherwise: ${JSON.stringify(only.text.slice(0, 120))}`;
  if (isConditioned(claim) !== isConditioned(sentence)) return null;
  if (shared / own.size < 0.85 || shared / theirs.size < 0.85 || hasOpposite(claim, sentence)) return null;
  const isMore = (text: string): boolean => /\bnot (?:only|just)\b/i.test(text);
  const isOther = denials(claim) !== denials(sentence) || isMore(claim) !== isMore(sentence);
  return isOther ? `it says otherwise: ${JSON.stringify(sentence.slice(0, 120))}` : null;
}

/** Denied once, or three times. */
export const isDenied = (text: string): boolean => denials(text) % 2 === 1;

const wordList = (text: string): string[] =>
  plainText(text)
    .toLowerCase()
    .match(/[\p{L}-]+/gu) ?? [];

function hasOpposite(a: string, b: string): boolean {
  // A word that is in both is not an opposite: "synchronous unless synchronous_commit is set".
  const [own, theirs] = [wordList(a), wordList(b)];
  const without = (words: readonly string[], others: readonly string[]): string[] => {
    const stems = new Set(others.map(claimStem));
    return words.filter((word) => !stems.has(claimStem(word)));
  };
  const [left, right] = [without(own, theirs), without(theirs, own)];
  const begins = (words: readonly string[], start: string): boolean => words.some((word) => word.startsWith(start));
  const only = (one: string, two: string): boolean =>
    begins(left, one) && !begins(left, two) && begins(right, two) && !begins(right, one);
  // "before" and "after" are compared with what they precede.
  const pairs = OPPOSITES.filter(([one]) => one !== 'before');
  return pairs.filter(([one, two]) => only(one, two) || only(two, one)).length % 2 === 1;
}
