import { exchangedWords, withoutWhich } from './aligned.ts';
import { causeTurned } from './cause-turned.ts';
import { isLight } from './claim-words.ts';
import { type Closeness, closenessOf, followsOrder, followsWords, keepsOrder } from './closeness.ts';
import { exceptionTaken, isTurnedWithItsCondition } from './condition-parity.ts';
import { crossedWord } from './crossed-word.ts';
import { copiedButForADenial, denialTurned, deniedNowhere, isDenied } from './denial-turned.ts';
import { boundTurned, firstOf, numbersChanged, ordinalChanged, scopeWidened } from './limits.ts';
import { mixedHalves } from './mixed-halves.ts';
import { mixedParts } from './mixed-parts.ts';
import { stemsIn } from './part-words.ts';
import { relationTurned } from './relation-turned.ts';
import { type SentencePart, type ShapeWord, shapeOf } from './sentence-shape.ts';

/**
 * How a claim misreads a sentence whose words it uses: it swaps subject and object, gives a number to another noun, or
 * changes a denial or a limit. Null if it does not. Words alone do not show this: "A calls B" and "B calls A" have the
 * same words.
 */
export function misreads(claim: string, sentence: string): Misreading | null {
  const [own, theirs] = [shapeOf(claim), shapeOf(withoutWhich(sentence))];
  const near = closenessOf(claim, sentence);
  const [sameWords, sameOrder] = [followsWords(near), followsWords(near) && followsOrder(near)];
  const relation =
    numbersChanged(claim, sentence) ??
    (sameWords ? (ordinalChanged(claim, sentence) ?? exchangedWords(claim, sentence)) : null) ??
    causeTurned(claim, sentence) ??
    halvesMixed(claim, own, theirs) ??
    (sameOrder ? partsTurned(own, theirs, near) : null) ??
    firstOf(own, (part) => crossedWord(part, theirs, own));
  // "B never wins over A" says the same as "A wins over B".
  if (relation?.endsWith('are the other way round there') && isConverse(claim, sentence)) return null;
  if (relation !== null) return { kind: 'relation', detail: relation };
  // With its own order, the claim may express the sentence's denial in another way.
  const isFree = !keepsOrder(near) || isTurnedWithItsCondition(own, theirs);
  const contradiction =
    (isFree ? null : copiedButForADenial(claim, sentence)) ??
    exceptionTaken(claim, sentence) ??
    boundTurned(claim, sentence) ??
    scopeWidened(claim, sentence, near) ??
    (isFree || !sameOrder ? null : denial(claim, sentence, own, theirs));
  return contradiction === null ? null : { kind: 'contradiction', detail: contradiction };
}

const partsTurned = (own: readonly SentencePart[], theirs: readonly SentencePart[], near: Closeness): string | null =>
  firstOf(own, (part) =>
    every(nearest(part, theirs), (other) => relationTurned(part, other, theirs, own, keepsOrder(near))),
  ) ?? (near.words === 1 ? firstOf(own, (part) => mixedParts(part, theirs)) : null);

/**
 * A content word that replaces one of the sentence's: after the same preposition, or between the same words. Elsewhere a
 * word that the sentence lacks may be a synonym; in this position it is not.
 */
export function replacedWord(claim: string, sentence: string, isAdded: (stem: string) => boolean): string | null {
  const [own, theirs] = [claim, sentence].map((text) => shapeOf(text).flatMap(({ words }) => words)) as [
    ShapeWord[],
    ShapeWord[],
  ];
  const known = new Set(own.map(({ stem }) => stem));
  return firstOf(own, (word) => {
    if (word.isNumber || !isAdded(word.stem)) return null;
    const put = theirs.find((other) => {
      if (other.isNumber || known.has(other.stem) || isLight(other.stem)) return false;
      const isGoverned = word.governor !== null && word.governor === other.governor;
      const isBetween =
        (word.before !== null && word.before === other.before) || (word.after !== null && word.after === other.after);
      return isGoverned || isBetween;
    });
    return put === undefined ? null : put.stem;
  });
}

const denial = (
  claim: string,
  sentence: string,
  own: readonly SentencePart[],
  theirs: readonly SentencePart[],
): string | null =>
  deniedNowhere(claim, sentence) ??
  firstOf(own, (part) => every(nearest(part, theirs), (other) => denialTurned(part, other, theirs, own)));

const halvesMixed = (claim: string, own: readonly SentencePart[], theirs: readonly SentencePart[]): string | null => {
  const left = mixedHalves(claim, own, theirs);
  return left === null ? null : `it says so of something else, and here "${left}"`;
};

const isConverse = (claim: string, sentence: string): boolean =>
  isDenied(claim) !== isDenied(sentence) && /\bnever\b|\bnot the other way round\b/i.test(`${claim} ${sentence}`);

export interface Misreading {
  /** Subject, object, place or number were swapped; or a denial or limit differs. */
  readonly kind: 'relation' | 'contradiction';
  /** What the cited place says instead. */
  readonly detail: string;
}

/** The problem if no reading is correct; one correct reading is enough. */
function every<T>(list: readonly T[], find: (each: T) => string | null): string | null {
  const found = list.map(find);
  return found.includes(null) ? null : (found[0] ?? null);
}

/** The parts that share the most words with it; a part with the same subject is closer. */
function nearest(part: SentencePart, theirs: readonly SentencePart[]): SentencePart[] {
  const own = stemsIn(part);
  const scored = theirs.map((other) => {
    const words = stemsIn(other);
    const shared = [...own].filter((word) => words.has(word)).length;
    const bonus = part.subject === null ? 0 : Number(words.has(part.subject)) + Number(other.subject === part.subject);
    return { other, score: shared === 0 ? 0 : shared + bonus };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best < 2 ? [] : scored.filter(({ score }) => score === best).map(({ other }) => other);
}
