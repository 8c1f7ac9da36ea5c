import { exchangedWords, putInstead } from './aligned.ts';
import { denials, isStopWord, OPPOSITES, saysLittle } from './claim-words.ts';
import { closenessOf } from './closeness.ts';
import { exceptionTaken, isTurnedWithItsCondition } from './condition-parity.ts';
import { crossedWord } from './crossed-word.ts';
import { copiedButForADenial, deniedNowhere } from './denial-turned.ts';
import { alignedWords, alignmentsOf, weightyWords } from './hunks.ts';
import { boundTurned, numbersChanged, ordinalChanged } from './limits.ts';
import { misreads, replacedWord } from './misreads.ts';
import { mixedParts } from './mixed-parts.ts';
import { type SentencePart, shapeOf } from './sentence-shape.ts';
import { plainText, stemsOf } from './sentences.ts';

/** The text that a claim is compared with. */
export interface CitedPlace {
  /** The quoted sentences as one text, normalised for comparison. */
  readonly sentence: string;
  readonly quoted: readonly string[];
  /** In addition, the previous sentences and the titles. */
  readonly near: readonly string[];
  /** All of the cited passages. */
  readonly whole: string;
  /** The words of every other sentence of the sources. */
  readonly elsewhere: readonly ReadonlySet<string>[];
}

/** By name; each name is explained where its sign is measured. */
export type ClaimSigns = Readonly<Record<string, number>>;

/**
 * Pure. Signs of how a claim differs from the place it cites. No sign decides alone: a replaced word may be a synonym,
 * another order may be a passive. `weighSigns` says how much each one counts next to the others.
 */
export function claimSigns(claim: string, place: CitedPlace): ClaimSigns {
  const { sentence } = place;
  const [own, theirs] = [shapeOf(claim), shapeOf(sentence)];
  return {
    ...likeness(claim, sentence),
    ...strangeWords(claim, place),
    ...replacedWords(claim, place),
    ...changedPlaces(claim, sentence, own, theirs),
    ...denied(claim, sentence, own, theirs),
    ...limited(claim, sentence),
    ...otherPlaces(claim, place),
  };
}

/** How much of the claim is there, how much of that in the same order, and how much in one piece. */
function likeness(claim: string, sentence: string): ClaimSigns {
  const [there, back] = [closenessOf(claim, sentence), closenessOf(sentence, claim)];
  const [own, theirs] = [alignedWords(claim), alignedWords(sentence)];
  return {
    ...{ words: there.words, order: there.order, wordsLeft: back.words, orderLeft: back.order },
    copied: longestRun(own, theirs) / Math.max(1, own.length),
    length: Math.min(own.length, 30),
    lengthShare: Math.min(2, own.length / Math.max(1, theirs.length)),
  };
}

/** Words that the place lacks. Content words say more than "make" or "thing". */
function strangeWords(claim: string, { near }: CitedPlace): ClaimSigns {
  const there = new Set(stemsOf(near.join(' ')));
  const own = [...new Set(stemsOf(claim))];
  const strange = own.filter((stem) => !there.has(stem));
  return {
    ...{ strange: strange.length, strangeShare: strange.length / Math.max(1, own.length) },
    strangeOfWeight: strange.filter((stem) => !saysLittle(stem)).length,
  };
}

/** The sentence's words that the claim replaces by others. */
function replacedWords(claim: string, { sentence, near }: CitedPlace): ClaimSigns {
  const [own, theirs] = [new Set(alignedWords(claim)), new Set(alignedWords(sentence))];
  const there = new Set(stemsOf(near.join(' ')));
  const pairs = (alignmentsOf(claim, sentence)[0] ?? [])
    .map((hunk) => ({
      here: weightyWords(hunk.own).filter((word) => !theirs.has(word)),
      there: weightyWords(hunk.theirs).filter((word) => !own.has(word)),
    }))
    .filter((pair) => pair.here.length > 0 && pair.there.length > 0);
  return {
    replaced: pairs.length,
    replacedOfWeight: pairs.filter(({ here }) => here.some((word) => !saysLittle(word))).length,
    putInstead: sign(putInstead(claim, sentence)),
    inItsPlace: sign(replacedWord(claim, sentence, (stem) => !there.has(stem))),
    inItsPlaceOfWeight: sign(replacedWord(claim, sentence, (stem) => !there.has(stem) && !saysLittle(stem))),
  };
}

/** Who does what to whom, and which number belongs to what. */
function changedPlaces(
  claim: string,
  sentence: string,
  own: readonly SentencePart[],
  theirs: readonly SentencePart[],
): ClaimSigns {
  const misread = misreads(claim, sentence);
  const moved = own
    .flatMap(({ words }) => words)
    .filter(({ stem, governor }) => {
      const there = theirs.flatMap(({ words }) => words).filter((word) => word.stem === stem);
      return there.length > 0 && !there.some((word) => word.governor === governor);
    });
  return {
    relation: Number(misread?.kind === 'relation'),
    contradiction: Number(misread?.kind === 'contradiction'),
    exchanged: sign(exchangedWords(claim, sentence)),
    mixed: Number(own.some((part) => mixedParts(part, theirs) !== null)),
    crossed: Number(own.some((part) => crossedWord(part, theirs, own) !== null)),
    governed: moved.length,
    numbers: sign(numbersChanged(claim, sentence)),
    ordinal: sign(ordinalChanged(claim, sentence)),
    bound: sign(boundTurned(claim, sentence)),
  };
}

/** Added or removed denials, and opposites. */
function denied(
  claim: string,
  sentence: string,
  own: readonly SentencePart[],
  theirs: readonly SentencePart[],
): ClaimSigns {
  const [here, there] = [denials(claim), denials(sentence)];
  const opposites = oppositesOf(claim, sentence);
  const isOdd = here % 2 !== there % 2;
  return {
    ...{ denialsMore: Math.max(0, here - there), denialsLess: Math.max(0, there - here), denialsOdd: Number(isOdd) },
    ...{ opposites, turned: Number((opposites % 2 === 1) !== isOdd) },
    copiedDenied: sign(copiedButForADenial(claim, sentence)),
    deniedNowhere: sign(deniedNowhere(claim, sentence)),
    excepted: sign(exceptionTaken(claim, sentence)),
    turnedWithCondition: Number(isTurnedWithItsCondition(own, theirs)),
  };
}

const LIMITS: Readonly<Record<string, RegExp>> = {
  all: /\b(?:every|everyone|everything|all|always|any|anyone|each|both|forever|anywhere)\b/i,
  only: /\b(?:only|alone|solely|exclusively|just)\b/i,
  none: /\b(?:never|none|nobody|nothing|neither|no)\b/i,
  may: /\b(?:may|can|might|could|optional|optionally)\b/i,
  must: /\b(?:must|has to|have to|needs?|required|requires?)\b/i,
  unless: /\b(?:unless|except|but not|other than)\b/i,
  if: /\b(?:if|when|whenever|once|while|as long as|provided)\b/i,
  before: /\b(?:before|prior|until|ahead|first)\b/i,
  after: /\b(?:after|later|once|then|since|last)\b/i,
  during: /\b(?:during|while|same time)\b/i,
  most: /\b(?:usually|often|most|typically|mostly|many|some|several)\b/i,
  default: /\bdefaults?\b/i,
  even: /\beven\b/i,
  once: /\bonce\b/i,
  twice: /\btwice\b/i,
  by: /\bby\b/i,
};

/** Words of extent ("all", "only") that just one of the two has. */
function limited(claim: string, sentence: string): ClaimSigns {
  const found: Record<string, number> = {};
  for (const [name, pattern] of Object.entries(LIMITS)) {
    const [here, there] = [pattern.test(claim), pattern.test(sentence)];
    found[`${name}More`] = Number(here && !there);
    found[`${name}Less`] = Number(!here && there);
  }
  return found;
}

/** Whether another sentence of the sources has more of its words. */
function otherPlaces(claim: string, { near, quoted, whole, elsewhere }: CitedPlace): ClaimSigns {
  const words = [...new Set(stemsOf(claim))];
  const share = (there: ReadonlySet<string>): number =>
    words.filter((word) => there.has(word)).length / Math.max(1, words.length);
  const shareOf = (text: string): number => share(new Set(stemsOf(text)));
  const best = Math.max(0, ...near.map(shareOf));
  return {
    ...{ shareQuoted: shareOf(quoted.join(' ')), shareNear: shareOf(near.join(' ')), shareWhole: shareOf(whole) },
    ...{
      best,
      shared: best * words.length,
      nearer: elsewhere.reduce((most, each) => Math.max(most, share(each)), 0) - best,
    },
  };
}

const sign = (found: string | null): number => Number(found !== null);

function oppositesOf(claim: string, sentence: string): number {
  const [own, theirs] = [wordsOf(claim), wordsOf(sentence)];
  const [left, right] = [own.filter((word) => !theirs.includes(word)), theirs.filter((word) => !own.includes(word))];
  const has = (words: readonly string[], start: string): boolean => words.some((word) => word.startsWith(start));
  return OPPOSITES.filter(([a, b]) => (has(left, a) && has(right, b)) || (has(left, b) && has(right, a))).length;
}

const wordsOf = (text: string): string[] =>
  (
    plainText(text)
      .toLowerCase()
      .match(/[\p{L}-]+/gu) ?? []
  ).filter((word) => !isStopWord(word) || word.length > 3);

/** The longest run of words that both have. */
function longestRun(own: readonly string[], theirs: readonly string[]): number {
  let best = 0;
  const row = new Array<number>(theirs.length + 1).fill(0);
  for (const word of own)
    for (let at = theirs.length; at > 0; at -= 1) {
      row[at] = word === theirs[at - 1] ? (row[at - 1] ?? 0) + 1 : 0;
      best = Math.max(best, row[at] ?? 0);
    }
  return best;
}
