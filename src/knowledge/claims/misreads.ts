import { exchangedWords, withoutWhich } from './aligned.ts';
import { denials, OPPOSITES, stem } from './claim-words.ts';
import { boundTurned, firstOf, numbersChanged, ordinalChanged, scopeWidened } from './limits.ts';
import { mixedParts } from './mixed-parts.ts';
import { type Part, type ShapeWord, shapeOf } from './sentence-shape.ts';
import { plainText } from './sentences.ts';

/**
 * How a claim misreads a sentence whose words it uses: who does it to whom, which number belongs to what, what is denied, what is
 * limited. Null where it does not. Words alone say nothing about that: "A calls B" and "B calls A" have the same.
 */
export function misreads(claim: string, sentence: string): Misreading | null {
  const [own, theirs] = [shapeOf(claim), shapeOf(withoutWhich(sentence))];
  // "B never wins over A" says the same as "A wins over B".
  if (exchangedWords(claim, sentence) !== null && isConverse(claim, sentence)) return null;
  const relation =
    numbersChanged(claim, sentence) ??
    ordinalChanged(claim, sentence) ??
    exchangedWords(claim, sentence) ??
    firstOf(own, (part) => every(nearest(part, theirs), (other) => relationTurned(part, other, theirs))) ??
    firstOf(own, (part) => mixedParts(part, theirs));
  if (relation !== null) return { kind: 'relation', detail: relation };
  const contradiction =
    copiedButForADenial(claim, sentence) ??
    boundTurned(claim, sentence) ??
    scopeWidened(claim, sentence) ??
    deniedNowhere(claim, sentence) ??
    firstOf(own, (part) => every(nearest(part, theirs), (other) => denialTurned(part, other, theirs, own)));
  return contradiction === null ? null : { kind: 'contradiction', detail: contradiction };
}

/**
 * A word of weight in whose place the sentence has another: under the same preposition, or between the same words. Words that
 * the sentence does not have may be other names for what it says; in its place they are not.
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
      if (other.isNumber || known.has(other.stem)) return false;
      const isGoverned = word.governor !== null && word.governor === other.governor;
      const isBetween =
        (word.before !== null && word.before === other.before) || (word.after !== null && word.after === other.after);
      return isGoverned || isBetween;
    });
    return put === undefined ? null : put.stem;
  });
}

const isConverse = (claim: string, sentence: string): boolean =>
  odd(claim) !== odd(sentence) && /\bnever\b|\bnot the other way round\b/i.test(`${claim} ${sentence}`);

export interface Misreading {
  /** Who, what, where or how many changed places; or what is said is denied or limited there. */
  readonly kind: 'relation' | 'contradiction';
  /** What the cited place does instead. */
  readonly detail: string;
}

/** What is wrong with all of them; one that is right will do. */
function every<T>(list: readonly T[], find: (each: T) => string | null): string | null {
  const found = list.map(find);
  return found.includes(null) ? null : (found[0] ?? null);
}

const stemsIn = (part: Part): Set<string> => new Set(part.words.map(({ stem }) => stem));

/** The parts that share most with it; one that has its subject is nearer. */
function nearest(part: Part, theirs: readonly Part[]): Part[] {
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

function relationTurned(part: Part, other: Part, all: readonly Part[]): string | null {
  return (
    governorTurned(part, other, all) ??
    placeTaken(part, other, all) ??
    coreMixed(part, other, all) ??
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
];
const isTurned = (a: string, b: string): boolean =>
  TURNED.some(([one, two]) => (a === one && b === two) || (a === two && b === one));

/** "after the queue" for "before the queue". */
function governorTurned(part: Part, other: Part, all: readonly Part[]): string | null {
  return firstOf(part.words, ({ stem, governor }) => {
    if (governor === null) return null;
    const there = all.flatMap(({ words }) => words).filter((word) => word.stem === stem);
    if (there.length === 0) return null;
    const same = there.some((word) => word.governor === governor);
    // "otherwise" turns what stood before it.
    if (other.isOtherwise) {
      const isHere = other.words.some((word) => word.stem === stem);
      return same && !isHere ? `it says that of the case without "${stem}"` : null;
    }
    const turned = there.find((word) => word.governor !== null && isTurned(governor, word.governor));
    if (same || turned === undefined) return null;
    // "B after A" is "A before B"; and "before that" may be before what stands there.
    const isConverse = part.words.some(
      (word) => word.governor === null && has(other, word.stem, turned.governor) && word.stem !== stem,
    );
    const isMeant = all.some(({ text }) => new RegExp(`\\b${governor} (?:that|this|it|then)\\b`, 'i').test(text));
    return isConverse || isMeant ? null : `it says "${turned.governor}" there`;
  });
}

/** "for a week" where that part has "for an hour", and another part the week. */
function placeTaken(part: Part, other: Part, all: readonly Part[]): string | null {
  const [own, theirs] = [stemsIn(part), stemsIn(other)];
  return firstOf(part.words, ({ stem, governor }) => {
    if (governor === null || theirs.has(stem)) return null;
    const isElsewhere = all.some((each) => each !== other && stemsIn(each).has(stem));
    const taken = other.words.filter((word) => word.governor === governor);
    const isTaken = taken.length > 0 && taken.every((word) => !own.has(word.stem));
    return isElsewhere && isTaken ? `it has "${taken.map((word) => word.stem).join(' ')}" there` : null;
  });
}

/** It says of the subject of another part what is said here of this part's own. */
function coreMixed(part: Part, other: Part, all: readonly Part[]): string | null {
  if (/\b(?:do|does|did|so)\W*$/i.test(other.text) || other.isOtherwise) return null;
  const core = ({ words }: Part): string[] =>
    words.filter((word) => word.governor === null && !isFree(word)).map(({ stem }) => stem);
  const [own, theirs] = [stemsIn(part), stemsIn(other)];
  const taken = core(part).filter(
    (stem) => !theirs.has(stem) && all.some((each) => each !== other && core(each).includes(stem)),
  );
  const left = core(other).filter((stem) => !own.has(stem) && !/^(?:one|none|other)$/.test(stem));
  const isMixed = taken.includes(part.subject ?? '') && left.includes(other.subject ?? '');
  return isMixed ? `it says that of "${other.subject}", not of "${part.subject}"` : null;
}

/** Two that changed places: what was governed is in the core now and the other way round, or under one another's preposition. */
function exchanged(part: Part, other: Part): string | null {
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
    if (from === down.governor) return `"${up.stem}" and "${down.stem}" are the other way round there`;
  }
  return firstOf(part.words, (one) =>
    firstOf(part.words, (two) => {
      if (one.governor === null || two.governor === null || one.governor === two.governor) return null;
      const isCrossed =
        only(one.stem, (word) => word.governor === two.governor) &&
        only(two.stem, (word) => word.governor === one.governor);
      return isCrossed ? `"${one.stem}" and "${two.stem}" are the other way round there` : null;
    }),
  );
}

/** Whether the core goes the same way: who, does what, to whom. */
function orderTurned(part: Part, other: Part): string | null {
  // "X is what Y does", "it is Y that …" put the last first.
  const isLoose = (text: string): boolean =>
    /\b(?:what|where|how|when|who|why|that|which|whose|other than|gets?|receives?)\b|^it is\b|^there\b|^only (?:\d|after|before|when|if|in|on|with)/i.test(
      text,
    );
  // "opens the file, creating it": what "it" is stands before.
  if (isLoose(part.text) || isLoose(other.text) || /\b\w+ing it\b/i.test(other.text)) return null;
  const core = other.words.filter((word) => word.governor === null && !isFree(word)).map(({ stem }) => stem);
  let last = -1;
  let lastWord = '';
  for (const word of part.words) {
    const { stem } = word;
    if (word.governor !== null || isFree(word) || !core.includes(stem)) continue;
    const next = core.indexOf(stem, last + 1);
    if (next < 0 && stem !== lastWord) return `"${lastWord}" and "${stem}" are the other way round there`;
    if (next >= 0) [last, lastWord] = [next, stem];
  }
  return null;
}

/** Numbers, times, adverbs and what belongs to another by "of" may stand anywhere. */
const isFree = ({ isNumber, isOf, stem }: ShapeWord): boolean =>
  isNumber || isOf || /^(?:time|second|minut|hour|day|week|month|year|night|again|often|ms|\w+ly|alway)$/.test(stem);

/** What the part denies the claim says, or the other way round. A part that only denies ("but not on Mondays") counts for its words. */
function denialTurned(part: Part, other: Part, all: readonly Part[], own: readonly Part[]): string | null {
  const denied = all.find(
    (each) =>
      each !== other &&
      (/^(?:not|never|no)\b/i.test(each.text) || (odd(each.text) && /^(?:but|and|yet)\b/i.test(each.text))) &&
      part.words.some(({ stem: word }) => isIn(each, word) && !isIn(other, word)),
  );
  const against = denied ?? other;
  const sentence = all.map(({ text }) => text).join('; ');
  if (denied === undefined && isConditioned(sentence) !== isConditioned(own.map(({ text }) => text).join('; '))) {
    const isWhole = part.words.length >= against.words.length;
    if (!isWhole || /\b(?:without|no longer|no|not)\b/i.test(part.text)) return null;
  }
  if (other.isOtherwise || isSaidAlike(part.text, against.text) || isSameBound(part.text, sentence)) return null;
  const words = [...stemsIn(part)];
  const share = (each: Part): number => words.filter((word) => stemsIn(each).has(word)).length / words.length;
  if (denied === undefined) {
    if (share(other) < 0.6) return null;
    // A denial may merely stand in another part of it.
    const claim = own.map(({ text }) => text).join('; ');
    if (isSaidAlike(claim, sentence) && own.some(({ text }) => odd(text)) && deniesTheSame(own, all)) return null;
    if (all.some((each) => each !== other && share(each) > share(other) && isSaidAlike(part.text, each.text)))
      return null;
  }
  return `it says otherwise: ${JSON.stringify(against.text.slice(0, 120))}`;
}

/** Whether what the claim denies is what is denied there. */
function deniesTheSame(own: readonly Part[], all: readonly Part[]): boolean {
  const there = all.filter(({ text }) => odd(text)).map(stemsIn);
  return own
    .filter(({ text }) => odd(text))
    .every((part) => {
      const words = [...stemsIn(part)];
      return there.some((stems) => words.filter((word) => stems.has(word)).length >= words.length / 2);
    });
}

/** Both deny or neither does; or one denies the opposite word of the other. */
const isSaidAlike = (a: string, b: string): boolean => (odd(a) === odd(b)) !== hasOpposite(a, b);

/** "No search returns more than 5" says "at most 5"; "no longer" says "until". */
const isSameBound = (a: string, b: string): boolean =>
  (/\bno\b.*\bmore than\b/i.test(a) && /\b(?:no more than|at most|up to)\b/i.test(b)) ||
  (/\bno longer\b/i.test(a) && /\buntil\b/i.test(b));

/** "unless X" and "without X" deny by other means: how often something is denied can then not be compared. */
const isConditioned = (text: string): boolean => /\b(?:unless|except|until|only when|only if)\b/i.test(text);

/** It denies what the sentence says in the same words and denies nowhere: not by another word either. */
function deniedNowhere(claim: string, sentence: string): string | null {
  const isPlain = (text: string): boolean =>
    !isConditioned(text) &&
    !/\b(?:before|after|until|once|without|only|alone|other|otherwise|else|instead|leaves?|keeps?)\b/i.test(text);
  if (
    !odd(claim) ||
    /\b(?:no|not|never)\b/i.test(sentence) ||
    denials(sentence) > 0 ||
    !isPlain(claim) ||
    !isPlain(sentence) ||
    hasOpposite(claim, sentence)
  )
    return null;
  const there = new Set(shapeOf(sentence).flatMap(({ words }) => words.map((word) => word.stem)));
  const own = shapeOf(claim).flatMap(({ words }) => words);
  return own.length > 1 && own.every((word) => there.has(word.stem)) ? 'it denies nothing' : null;
}

/** As good as copied, but for a "not" more or less. */
function copiedButForADenial(claim: string, sentence: string): string | null {
  const [own, theirs] = [claim, sentence].map(
    (text) => new Set(shapeOf(text).flatMap(({ words }) => words.map((word) => word.stem))),
  ) as [Set<string>, Set<string>];
  const shared = [...own].filter((word) => theirs.has(word)).length;
  // "within a partition but not across partitions": the first half is said, too.
  const said = sentence.replace(/,?\s(?:but|and)\s[^,;]*\b(?:not|never|nobody|nothing|none|no)\b.*$/i, '');
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
  if (isConditioned(claim) !== isConditioned(sentence)) return null;
  if (shared / own.size < 0.85 || shared / theirs.size < 0.85 || hasOpposite(claim, sentence)) return null;
  const isMore = (text: string): boolean => /\bnot (?:only|just)\b/i.test(text);
  const isOther = denials(claim) !== denials(sentence) || isMore(claim) !== isMore(sentence);
  return isOther ? `it says otherwise: ${JSON.stringify(sentence.slice(0, 120))}` : null;
}

const isIn = (part: Part, word: string): boolean => part.words.some(({ stem: own }) => own === word);

const has = (part: Part, stem: string, governor: string | null): boolean =>
  part.words.some((word) => word.stem === stem && word.governor === governor);

const odd = (text: string): boolean => denials(text) % 2 === 1;

const wordList = (text: string): string[] =>
  plainText(text)
    .toLowerCase()
    .match(/[\p{L}-]+/gu) ?? [];

function hasOpposite(a: string, b: string): boolean {
  // A word that both have is no opposite of anything: "synchronous unless synchronous_commit is set".
  const [own, theirs] = [wordList(a), wordList(b)];
  const without = (words: readonly string[], others: readonly string[]): string[] => {
    const stems = new Set(others.map(stem));
    return words.filter((word) => !stems.has(stem(word)));
  };
  const [left, right] = [without(own, theirs), without(theirs, own)];
  const begins = (words: readonly string[], start: string): boolean => words.some((word) => word.startsWith(start));
  const only = (one: string, two: string): boolean =>
    begins(left, one) && !begins(left, two) && begins(right, two) && !begins(right, one);
  // "before" and "after" are looked at with what they stand before.
  const pairs = OPPOSITES.filter(([one]) => one !== 'before');
  return pairs.filter(([one, two]) => only(one, two) || only(two, one)).length % 2 === 1;
}
