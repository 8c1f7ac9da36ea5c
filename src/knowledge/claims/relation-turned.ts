import { escapePattern } from '#contracts/text.ts';
import { isTurnedWithItsCondition } from './condition-parity.ts';
import { isDenied } from './denial-turned.ts';
import { firstOf } from './limits.ts';
import { has, STANDING_FOR, stemsIn } from './part-words.ts';
import type { SentencePart, ShapeWord } from './sentence-shape.ts';

/** Subject, object, place or time were swapped between a part of the claim and the nearest part of the sentence. */
export function relationTurned(
  part: SentencePart,
  other: SentencePart,
  all: readonly SentencePart[],
  own: readonly SentencePart[],
  isNear: boolean,
): string | null {
  return (
    governorTurned(part, other, all, own) ??
    (isNear ? placeTaken(part, other, all) : null) ??
    (isNear ? coreMixed(part, other, all) : null) ??
    exchanged(part, other) ??
    orderTurned(part, other)
  );
}

const TURNED: readonly (readonly [string, string])[] = [
  ['with', 'without'],
  ['before', 'after'],
  ['above', 'below'],
  ['over', 'under'],
  ['since', 'before'],
  ['inside', 'outside'],
  ['within', 'outside'],
  ['unless', 'if'],
  ['from', 'until'],
  ['once', 'before'],
  ['since', 'until'],
];
const TIMES = new Set('before after since until from once'.split(' '));
const isTurned = (a: string, b: string): boolean =>
  TURNED.some(([one, two]) => (a === one && b === two) || (a === two && b === one));

/** "after the queue" for "before the queue". */
function governorTurned(
  part: SentencePart,
  other: SentencePart,
  all: readonly SentencePart[],
  own: readonly SentencePart[],
): string | null {
  return firstOf(part.words, ({ stem, governor }) => {
    if (governor === null) return null;
    const there = all.flatMap(({ words }) => words).filter((word) => word.stem === stem);
    if (there.length === 0) return null;
    const same = there.some((word) => word.governor === governor);
    // "otherwise" reverses the condition before it.
    if (other.isOtherwise) {
      const isHere = other.words.some((word) => word.stem === stem);
      return same && !isHere ? `it says that of the case without "${stem}"` : null;
    }
    const turned = there.find((word) => word.governor !== null && isTurned(governor, word.governor));
    if (same || turned === undefined) return null;
    // "before or after the call"
    if (all.some(({ text }) => new RegExp(`\\b${governor} (?:or|and) ${turned.governor}\\b`, 'i').test(text)))
      return null;
    // "Before 12 there was one" follows from "since 12 there is none".
    if (TIMES.has(governor) && isDenied(part.text) !== isDenied(other.text)) return null;
    if (/^(?:if|unless|with|without)$/.test(governor) && isTurnedWithItsCondition(own, all)) return null;
    // "B after A" is "A before B"; and "before that" may refer to the words before.
    const isConverse = part.words.some(
      (word) => word.governor === null && has(other, word.stem, turned.governor) && word.stem !== stem,
    );
    const isMeant = all.some(({ text }) => new RegExp(`\\b${governor} (?:that|this|it|then)\\b`, 'i').test(text));
    return isConverse || isMeant ? null : `it says "${turned.governor}" there`;
  });
}

/** "for a week" where that part has "for an hour", and another part the week. */
function placeTaken(part: SentencePart, other: SentencePart, all: readonly SentencePart[]): string | null {
  const [own, theirs] = [stemsIn(part), stemsIn(other)];
  return firstOf(part.words, ({ stem, governor }) => {
    if (governor === null || theirs.has(stem)) return null;
    const isElsewhere = all.some((each) => each !== other && stemsIn(each).has(stem));
    const taken = other.words.filter((word) => word.governor === governor && !word.isNumber);
    const isTaken = taken.length > 0 && taken.every((word) => !own.has(word.stem));
    return isElsewhere && isTaken ? `it has "${taken.map((word) => word.stem).join(' ')}" there` : null;
  });
}

/** The claim gives a statement about this part's subject to the subject of another part. */
function coreMixed(part: SentencePart, other: SentencePart, all: readonly SentencePart[]): string | null {
  if (/\b(?:do|does|did|so)\W*$/i.test(other.text) || other.isOtherwise) return null;
  const core = ({ words }: SentencePart): string[] =>
    words.filter((word) => word.governor === null && !isFree(word)).map(({ stem }) => stem);
  const [own, theirs] = [stemsIn(part), stemsIn(other)];
  const taken = core(part).filter(
    (stem) => !theirs.has(stem) && all.some((each) => each !== other && core(each).includes(stem)),
  );
  const left = core(other).filter((stem) => !own.has(stem) && !/^(?:one|none|other)$/.test(stem));
  // "A segment with a colon is a parameter and matches all": the parameter matches all, too. A passive does not name
  // its agent.
  const isSame = all.some(({ text }) =>
    new RegExp(`\\b(?:is|are) (?:an? )?\\w*${escapePattern(part.subject ?? '')}`, 'i').test(text),
  );
  const isMixed =
    part.agent !== null && !isSame && taken.includes(part.subject ?? '') && left.includes(other.subject ?? '');
  return isMixed ? `it says that of "${other.subject}", not of "${part.subject}"` : null;
}

/**
 * Two swapped terms: one moved from behind a preposition into the core and the other out of it, or they swapped prepositions.
 */
function exchanged(part: SentencePart, other: SentencePart): string | null {
  const only = (stem: string, fits: (word: ShapeWord) => boolean): boolean => {
    const found = other.words.filter((word) => word.stem === stem);
    return found.length > 0 && found.every(fits);
  };
  const up = part.words.find(
    ({ stem, governor }) =>
      governor === null && only(stem, (word) => word.governor !== null && word.governor !== 'every'),
  );
  const down = part.words.find(
    ({ stem, governor }) => governor !== null && only(stem, (word) => word.governor === null),
  );
  if (up && down) {
    const from = other.words.find(({ stem }) => stem === up.stem)?.governor;
    if (from === down.governor && !STANDING_FOR.has(up.stem) && !STANDING_FOR.has(down.stem))
      return `"${up.stem}" and "${down.stem}" are the other way round there`;
  }
  return firstOf(part.words, (one) =>
    firstOf(part.words, (two) => {
      if (one.governor === null || two.governor === null || one.governor === two.governor) return null;
      if (STANDING_FOR.has(one.stem) || STANDING_FOR.has(two.stem)) return null;
      const isCrossed =
        only(one.stem, (word) => word.governor === two.governor) &&
        only(two.stem, (word) => word.governor === one.governor);
      return isCrossed ? `"${one.stem}" and "${two.stem}" are the other way round there` : null;
    }),
  );
}

/** Whether the core has the same direction: the same subject and object. */
function orderTurned(part: SentencePart, other: SentencePart): string | null {
  // "X is what Y does", "it is Y that …" invert the order.
  const isLoose = (text: string): boolean =>
    /\b(?:what|where|how|when|who|why|that|which|whose|other than|gets?|receives?)\b|^it is\b|^there\b|^only (?:\d|after|before|when|if|in|on|with)/i.test(
      text,
    );
  // "opens the file, creating it": "it" refers to the words before.
  if (isLoose(part.text) || isLoose(other.text) || /\b\w+ing it\b/i.test(other.text)) return null;
  const core = other.words.filter((word) => word.governor === null && !isFree(word)).map(({ stem }) => stem);
  // "A calls B" and "B calls A": the verb is between them in both, and the two are on opposite sides.
  const own = part.words
    .filter((word) => word.governor === null && !isFree(word) && core.includes(word.stem))
    .map(({ stem }) => stem);
  return firstOf([...own.keys()], (at) =>
    firstOf([...own.keys()].slice(at + 2), (to) => {
      const [one = '', two = ''] = [own[at], own[to]];
      const [there, before] = [core.indexOf(one), core.lastIndexOf(two)];
      const isBetween = own.slice(at + 1, to).some((verb) => {
        const place = core.indexOf(verb);
        return place > before && place < there;
      });
      const isNamed = ![one, two].some((stem) => STANDING_FOR.has(stem));
      return one !== two && isBetween && isNamed ? `"${one}" and "${two}" are the other way round there` : null;
    }),
  );
}

/** Numbers, times, adverbs and nouns after "of" may be anywhere. */
const isFree = ({ isNumber, isOf, stem }: ShapeWord): boolean =>
  isNumber || isOf || /^(?:time|second|minut|hour|day|week|month|year|night|again|often|ms|\w+ly|alway)$/.test(stem);
