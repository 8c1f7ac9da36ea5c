import { AGREE, AND, afterPlainNo, DENY, FILLER, GO, LEAVE, NO, REST, YES } from './reply-words.ts';
import { isTypoOf } from './typo.ts';

/** A reply with letters and marks in one form. */
export const plainReply = (text: string): string =>
  inWords(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/[、。]/g, ',')
    .replace(/[^\p{L}\p{M}\p{N}'\s?,.;!:-]/gu, ' ')
    // Keeps only the marks between two thoughts: "no, go on" is not "no go on".
    .replace(/\s*[,.;!:]+\s*|\s+-+\s+/g, ' , ')
    .replace(/-/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ ,]+|[ ,]+$/g, '')
    // "ne … pas" is one denial.
    .replace(/\bn(?:e |')(?=[^,]*\b(?:pas|plus|jamais|rien)\b)/g, '');

/** Signs that stand for a word, as thumbs do; "1️⃣" is its number. */
const inWords = (text: string): string =>
  text
    .replace(/\u{FE0F}?\u{20E3}/gu, ' ')
    .replace(/[\u{1F3FB}-\u{1F3FF}\u{FE0F}]/gu, '')
    .replace(/[👍👌✅🆗✔☑]/gu, ' , ok , ')
    .replace(/[👎❌🚫✖]/gu, ' , nope , ')
    .replace(/[🛑]/gu, ' , stop , ');

type Kind = 'leave' | 'go' | 'deny' | 'no' | 'yes' | 'agree' | 'and' | 'filler';

const PHRASES: readonly (readonly [string, Kind])[] = (
  [
    ...LEAVE.map((phrase) => [phrase, 'leave'] as const),
    ...GO.map((phrase) => [phrase, 'go'] as const),
    ...DENY.map((phrase) => [phrase, 'deny'] as const),
    ...NO.map((phrase) => [phrase, 'no'] as const),
    ...YES.map((phrase) => [phrase, 'yes'] as const),
    ...AGREE.map((phrase) => [phrase, 'agree'] as const),
    ...AND.map((phrase) => [phrase, 'and'] as const),
    ...FILLER.map((phrase) => [phrase, 'filler'] as const),
    ...REST.map((phrase) => [phrase, 'filler'] as const),
  ] as const
)
  .map(([phrase, kind]) => [phrase, kind] as const)
  .sort(([a], [b]) => b.length - a.length);

/** The meaning of a reply in which every word belongs to a choice. */
export interface Meaning {
  /** It accepts the proposal. */
  readonly goes: boolean;
  readonly yes: boolean;
  readonly agrees: boolean;
  /** "That's not right": no to what was asked, whatever that was. */
  readonly disagrees: boolean;
  /** It does not stop: by a word for it ("go on", "don't stop"), or by a bare "no". */
  readonly stays: { readonly byWord: boolean; readonly byNo: boolean };
  readonly leaves: boolean;
  /** It leaves only if a "no" denies what follows: "no keep looking" may be two thoughts as well. */
  readonly byNoAlone: boolean;
}

export const NO_MEANING: Meaning = {
  ...{ goes: false, yes: false, agrees: false, disagrees: false, leaves: false, byNoAlone: false },
  stays: { byWord: false, byNo: false },
};

/** The combined meaning of all its thoughts; null where a word belongs to none. */
export function meaningOf(said: string): Meaning | null {
  const asked = said.replace(/\?$/, '').trim();
  const thoughts = asked.split(' , ').flatMap(withoutNo).map(kindsOf);
  if (asked.includes('?') || thoughts.includes(null)) return null;
  let all = NO_MEANING;
  for (const kinds of thoughts) {
    const count = (kind: Kind): number => kinds?.filter((each) => each === kind).length ?? 0;
    // "stop searching" leaves; "stop that and search" says two things.
    const isOne =
      kinds?.indexOf('leave') !== -1 &&
      count('and') === 0 &&
      (kinds?.indexOf('leave') ?? 0) < (kinds?.indexOf('go') ?? 0);
    const [leaves, goes, denies] = [count('leave') > 0, !isOne && count('go') > 0, count('deny') + count('no')];
    const agrees = count('agree') > 0;
    // "No, that is not right" and "no, not that is right" have the same words.
    if (agrees && denies > 1) return null;
    // A denial inverts its own thought: "don't stop", "arrête pas". By itself it is an answer.
    const isTurned = denies % 2 === 1;
    const [on, off] = isTurned ? [leaves, goes] : [goes, leaves];
    all = {
      yes: all.yes || count('yes') > 0,
      agrees: all.agrees || (agrees && !isTurned),
      disagrees: all.disagrees || (agrees && isTurned),
      goes: all.goes || count('yes') > 0 || (agrees && !isTurned),
      stays: { byWord: all.stays.byWord || on, byNo: all.stays.byNo || (denies > 0 && !on && !off && !agrees) },
      leaves: all.leaves || off,
      byNoAlone: all.byNoAlone || (isTurned && (off || agrees) && count('no') > 0),
    };
  }
  return all;
}

/** "nein weiter" is two thoughts, as "nein, weiter" is. */
function withoutNo(thought: string): readonly string[] {
  const end = afterPlainNo(thought);
  return end === 0 ? [thought] : [thought.slice(0, end), thought.slice(end).trim()];
}

/** Every word by its kind, the longest phrase first; null where a word belongs to none. */
function kindsOf(thought: string): Kind[] | null {
  const kinds: Kind[] = [];
  let rest = thought.trim();
  while (rest !== '') {
    const found = phraseAt(rest);
    const [word = ''] = rest.split(' ');
    const kind = found?.[1] ?? kindOfTypo(word);
    if (kind === undefined) return null;
    kinds.push(kind);
    rest = rest.slice((found?.[0] ?? word).length).trim();
  }
  return kinds;
}

/** The kinds of the words, in order. An unknown word is a `word`; fillers are left out. */
export function kindsIn(said: string): readonly string[] {
  const kinds: string[] = [];
  let rest = said.replace(/,/g, ' , ').trim();
  while (rest !== '') {
    const [word = ''] = rest.split(' ');
    const found = phraseAt(rest);
    const kind = word === ',' ? ',' : (found?.[1] ?? kindOfTypo(word) ?? 'word');
    if (kind !== 'filler' && !(kind === 'word' && kinds.at(-1) === 'word')) kinds.push(kind);
    rest = rest.slice((word === ',' ? word : (found?.[0] ?? word)).length).trim();
  }
  return kinds;
}

/** The intended kind of an unknown word, if all words it may be a typo of have the same kind. */
function kindOfTypo(word: string): Kind | undefined {
  const kinds = new Set(PHRASES.flatMap(([phrase, kind]) => (isMeant(kind) && isTypoOf(word, phrase) ? [kind] : [])));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** Fillers are left out: they are short and many, so nearly any word is a typo of one. */
const isMeant = (kind: Kind): boolean => kind !== 'filler' && kind !== 'and';

const phraseAt = (rest: string) => PHRASES.find(([phrase]) => rest.startsWith(phrase) && endsThere(rest, phrase));

/** In languages without spaces, a phrase ends where the next one begins. */
const endsThere = (text: string, phrase: string): boolean =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(phrase) ||
  !/^[\p{L}\p{M}\p{N}']/u.test(text.slice(phrase.length));
