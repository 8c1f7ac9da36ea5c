import { isLight } from './claim-words.ts';
import { alignedWords, alignmentsOf, isBreak, type SentenceHunk, weightyWords } from './hunks.ts';

/**
 * Between two terms joined by these words, order does not matter: "maps and newspapers", "the oldest plant is a cycad".
 */
const EVEN = new Set(', and or of whom is are was were be been both'.split(' '));

/**
 * Two terms that were swapped in an otherwise unchanged sentence: "the broker acknowledges, the consumer deletes" for
 * "the consumer acknowledges, the broker deletes". Null where there are none.
 */
export function exchangedWords(claim: string, sentence: string): string | null {
  return (
    [sentence, ...withoutWhich(sentence).split(';')]
      .flatMap((text) => alignmentsOf(claim, text))
      .map(exchangedIn)
      .find((told) => told !== null) ?? null
  );
}

/** "a file, which overrides": "a file; a file overrides". */
export const withoutWhich = (sentence: string): string =>
  sentence.replace(
    /((?:[\w'.-]+\s)?[\w'.-]+),\s(?:which|who)\s(?!(?:\w+\s)?\w+\s(?:can|may|must|will|is|are)\b|(?:the|an?|it|they|he|she|you|we)\s)/g,
    '$1; $1 ',
  );

function exchangedIn(hunks: readonly SentenceHunk[]): string | null {
  for (const [at, one] of hunks.entries())
    for (const [step, two] of hunks.slice(at + 1).entries()) {
      const frame = hunks.slice(at, at + step + 1).flatMap(({ kept }) => kept);
      const isApart = hunks.slice(at + 1, at + step + 1).some(({ own }) => weightyWords(own).length > 0);
      const isCrossed = !isApart && isIn(one.own, two.theirs) && isIn(two.own, one.theirs);
      const isRotated = at === 0 && two === hunks.at(-1) && two.kept.length === 0 && frame.join('') === ';';
      if (isCrossed && !isRotated && !areMoved(one, two, at === 0) && frame.some((word) => !EVEN.has(word)))
        return `"${one.own.join(' ')}" and "${two.own.join(' ')}" are the other way round there`;
    }
  return null;
}

/**
 * A content word that the claim replaces by one which the sentence lacks, where most of the rest is unchanged: "a
 * leader that lags" for "a follower that lags". Returns the sentence's word; null where nothing was replaced.
 */
export function putInstead(claim: string, sentence: string): string | null {
  const [own, theirs] = [new Set(alignedWords(claim)), new Set(alignedWords(sentence))];
  const words = weightyWords([...own]);
  const shared = words.filter((word) => theirs.has(word));
  if (shared.length < LEAST_SHARED || shared.length / words.length < LEAST_SHARE) return null;
  for (const hunk of alignmentsOf(claim, sentence)[0] ?? []) {
    const [here, there] = [weightyWords(toMark(hunk.own)), weightyWords(toMark(hunk.theirs))];
    const isNew = here.length > 0 && here.every((word) => !theirs.has(word) && !isLight(word));
    const isGone =
      there.length > 0 &&
      there.length <= 2 &&
      there.every(
        (word) =>
          !own.has(word) &&
          !isLight(word) &&
          !NUMBER_WORD.test(word) &&
          !/^(?:but|(?:no|any|every)(?:body|thing))$/.test(word),
      );
    if (isNew && isGone && here.length <= 2) return there.join(' ');
  }
  return null;
}

/** Numbers are compared elsewhere, with what they count. */
const NUMBER_WORD = /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/;

/** Up to the beginning of another thought. */
const toMark = (words: readonly string[]): readonly string[] => {
  const at = words.findIndex((word, index) => index > 0 && isBreak(word));
  return at < 0 ? words : words.slice(0, at);
};

const LEAST_SHARED = 3;
const LEAST_SHARE = 0.6;

/** "for 15 minutes" may come first instead of "after 10 tries", and a passive inverts its sides by itself. */
function areMoved(one: SentenceHunk, two: SentenceHunk, isFirst: boolean): boolean {
  const isPlaced = isFirst && [one, two].every(({ own }) => PLACING.has(own[0] ?? ''));
  const isBe = (word: string): boolean => /^(?:is|are|was|were|be|been|being|by)$/.test(word);
  const isTurned = [
    [fromMark(one.theirs), two.own],
    [fromMark(two.theirs), one.own],
  ].some(([from = [], to = []]) => from.filter(isBe).length !== to.filter(isBe).length);
  return isPlaced || isTurned;
}

const fromMark = (words: readonly string[]): readonly string[] => words.slice(words.lastIndexOf(';') + 1);

const PLACING = new Set(
  'in on at to for from with without by after before until within during per as when if'.split(' '),
);

/** Every word is present, and at least one is a content word or says where or when: "within" for "across". */
const isIn = (own: readonly string[], theirs: readonly string[]): boolean =>
  !own.some((word) => word === 'one' || word === 'other') &&
  (weightyWords(own).length > 0 || (own.length === 1 && (own[0]?.length ?? 0) > 4)) &&
  ` ${theirs.join(' ')} `.includes(` ${own.join(' ')} `);
