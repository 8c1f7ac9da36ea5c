import { denials } from './claim-words.ts';
import { type Closeness, keepsOrder } from './closeness.ts';
import { numberForm } from './entities.ts';
import { shapeOf } from './sentence-shape.ts';
import { plainText, stemsOf } from './sentences.ts';

export function firstOf<T, R>(list: readonly T[], find: (each: T) => R | null): R | null {
  for (const each of list) {
    const found = find(each);
    if (found !== null) return found;
  }
  return null;
}

const NUMBER = /(?<![\p{L}_])\d+(?:[.,:]\d+)*/gu;

/** The same sentence except for the order of its numbers, or a number with what another number counts. */
export function numbersChanged(claim: string, sentence: string): string | null {
  const [own, theirs] = [plainText(claim).match(NUMBER) ?? [], plainText(sentence).match(NUMBER) ?? []];
  const bare = (text: string): string =>
    plainText(text)
      .toLowerCase()
      .replace(NUMBER, '#')
      .replace(/[.,;]+$/, '');
  const isCopy = bare(sentence).includes(bare(claim)) || bare(claim).includes(bare(sentence));
  if (
    isCopy &&
    own.length === theirs.length &&
    own.some((each, at) => numberForm(each) !== numberForm(theirs[at] ?? ''))
  )
    return `its numbers are ${theirs.join(', ')} in this order`;
  const there = shapeOf(sentence)
    .flatMap(({ words }) => words)
    .filter(({ isNumber }) => isNumber);
  return firstOf(
    shapeOf(claim).flatMap(({ words }) => words),
    ({ isNumber, stem, after }) => {
      if (!isNumber || after === null) return null;
      const mine = there.filter((word) => word.stem === stem);
      const others = there.filter((word) => word.stem !== stem && word.after === after);
      const isMine = mine.some((word) => word.after === after || word.after === null);
      return mine.length > 0 && others.length > 0 && !isMine ? `it has ${others[0]?.stem} ${after} there` : null;
    },
  );
}

const ORDINAL = /\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)\b(?! (?:of )?all)/gi;

export function ordinalChanged(claim: string, sentence: string): string | null {
  const [own, theirs] = [claim, sentence].map((text) =>
    (text.match(ORDINAL) ?? []).map((word) => word.toLowerCase()),
  ) as [string[], string[]];
  const other = own.find((word) => !theirs.includes(word));
  return other !== undefined && theirs.length > 0 ? `it says "${theirs[0]}" there` : null;
}

const UP =
  /(?:more than|over|above|exceed\w*|at least|longer than|larger than|higher than|greater than|older than|no (?:fewer|less) than|later than)\s+(?:\w+\s+)?$/i;
const DOWN =
  /(?:less than|fewer than|under|below|at most|up to|no more than|no longer than|shorter than|smaller than|lower than|younger than|earlier than)\s+(?:\w+\s+)?$/i;

/** "at most 5" for "at least 5". */
export function boundTurned(claim: string, sentence: string): string | null {
  const bounds = (text: string): Map<string, 'up' | 'down'> => {
    const plain = plainText(text);
    const found = new Map<string, 'up' | 'down'>();
    for (const match of plain.matchAll(NUMBER)) {
      const before = plain.slice(0, match.index);
      const after = plain.slice((match.index ?? 0) + match[0].length);
      const flips = /\bno (?:more|longer) than\s+(?:\w+\s+)?$/i.test(before);
      if (flips || DOWN.test(before) || /^\s*(?:\w+\s+)?at most\b/i.test(after))
        found.set(numberForm(match[0]), 'down');
      else if (UP.test(before) || /^\s*(?:\w+\s+)?(?:at least|or more)\b/i.test(after))
        found.set(numberForm(match[0]), 'up');
    }
    return found;
  };
  const [own, theirs] = [bounds(claim), bounds(sentence)];
  return firstOf([...own], ([number, way]) => {
    const other = theirs.get(number);
    // "No search returns more than 5" is at most 5.
    const denied = deniedBefore(claim, number) !== deniedBefore(sentence, number);
    return other !== undefined && other !== way && !denied && !isOfTheRest(claim, sentence, number)
      ? `its bound of ${number} is the other way round`
      : null;
  });
}

/** How many denials precede the number, in its own part of the sentence. */
function deniedBefore(text: string, number: string): number {
  const plain = plainText(text);
  const found = [...plain.matchAll(NUMBER)].find(([each]) => numberForm(each) === number);
  const part = plain
    .slice(0, found?.index ?? 0)
    .split(/[;,]\s/)
    .at(-1);
  return denials(part ?? '');
}

/** "fewer than 1,000 by a loop, larger ones by hashing": "larger ones" means 1,000 or more. */
function isOfTheRest(claim: string, sentence: string, number: string): boolean {
  const parts = plainText(sentence).split(/[,;]\s|\s(?=before\b)/);
  const here = parts.find((part) => (part.match(NUMBER) ?? []).map(numberForm).includes(number)) ?? sentence;
  const rest = new Set(stemsOf(parts.filter((part) => part !== here).join(' ')));
  const own = new Set(stemsOf(here));
  return stemsOf(claim).some((word) => rest.has(word) && !own.has(word));
}

const ALL =
  /\b(?:every|everyone|everything|everywhere|all|always|any|anyone|each|both|forever|without limit|unlimited)\b/i;
const SOME = /\b(?:only|unless|except|but the|but for|alone|nobody but|not all|most|optional|otherwise)\b/i;
const EVEN = /\b(?:even (?:if|when|with|for|by)|including|also)\b/i;
const ONLY = /\b(?:only|alone|nobody but|nothing but|solely|exclusively)\b/i;

/** The part that covers most of the claim says it about every one. */
function isSaidOfAll(claim: string, sentence: string): boolean {
  const own = new Set(stemsOf(claim));
  const share = (text: string): number => stemsOf(text).filter((word) => own.has(word)).length;
  const [best = ''] = plainText(sentence)
    .split(/[;,]\s(?:(?:but|and|while)\s)?/)
    .sort((a, b) => share(b) - share(a));
  return share(best) > 1 && /^(?:every|everyone|all|any|anyone|each)\b/i.test(best) && !SOME.test(best);
}

/** A stronger statement: "every" for "only", "even if" for "unless", "only" where there is no limit. */
export function scopeWidened(claim: string, sentence: string, near: Closeness): string | null {
  const isOfAll = ALL.test(sentence.replace(/\bnot (?:all|every\w*)\b/gi, ' '));
  const isForAll = ALL.test(claim.replace(/\bany ?(?:more|longer)\b|\bnot any\b/gi, ' '));
  if (SOME.test(sentence) && !SOME.test(claim) && !isOfAll && isForAll) return 'it says so of some only';
  if (
    /\b(?:unless|except|but (?:the|not))\b/i.test(sentence) &&
    EVEN.test(claim) &&
    !EVEN.test(sentence) &&
    !SOME.test(claim)
  )
    return 'it makes an exception there';
  if (ONLY.test(claim) && isSaidOfAll(claim, sentence)) return 'it says so of all';
  if (
    keepsOrder(near) &&
    ONLY.test(claim) &&
    !/\b(?:only|alone|but|unless|except|none|never|nobody|must|not|no|just)\b/i.test(sentence)
  )
    return 'it does not say "only"';
  const turns: readonly (readonly [RegExp, RegExp])[] = [
    [/\bon by default\b/i, /\boff by default\b/i],
    [/\bmore than once\b/i, /\b(?:only|just) once\b/i],
    [/\beveryone\b(?! else| but)/i, /\beveryone (?:else|but)\b/i],
    [/\b(?:every|each|any)\b/i, /^only\b/i],
    [/\bexactly once\b(?!.*\bonly\b)/i, /\bexactly once only\b/i],
    [/\beven (?:if|with|when)\b/i, /;\s*(?:with|if|when)\b/i],
    [/\bno fewer than\b/i, /\bno more than\b/i],
    [/(?<!not )\bthe other way round\b/i, /\bnot the other way round\b/i],
  ];
  const turned = turns.find(
    ([one, two]) =>
      (one.test(claim) && two.test(sentence) && !one.test(sentence)) ||
      (two.test(claim) && one.test(sentence) && !two.test(sentence)),
  );
  if (turned && !/^only\b/i.test(claim)) return 'it is limited otherwise there';
  const changed = /\b(every|any|all|most|least)\b/i;
  // "at most 5" is a bound, and is compared as one. "Least recently used" is not: it names the oldest entry.
  const word = (text: string): string | undefined =>
    text
      .replace(/\bat (?:most|least)\b|\b(?:most|least) recently\b/gi, ' ')
      .match(changed)?.[1]
      ?.toLowerCase();
  const [own, theirs] = [word(claim), word(sentence)];
  const isOther = (a: string | undefined, b: string | undefined): boolean =>
    (a === 'any' && b === 'every') || (a === 'most' && b === 'least') || (a === 'least' && b === 'most');
  return isOther(own, theirs) ? `it says "${theirs}" there` : null;
}
