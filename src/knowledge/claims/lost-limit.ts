import { isStopWord } from './claim-words.ts';
import { alignedWords, isBreak } from './hunks.ts';

/**
 * Pure. Words that a claim leaves out of its sentence and that change the meaning: a condition, a limit of the subject,
 * or the subject itself. The rest must be the sentence's own words in their order. Null if the words left out are a
 * side remark, or if the claim has words of its own: then nothing shows which words are missing.
 */
export function lostLimit(claim: string, sentences: readonly string[]): string | null {
  const found = sentences
    .flatMap((sentence) => [sentence, sentence.replace(/\([^()]*\)/g, ' ')])
    .flatMap((sentence) => missingFrom(claim, wordsOf(sentence)) ?? []);
  // Another sentence may say it without the condition.
  return found.every((missing) => missing !== '') ? (found[0] ?? null) : null;
}

/** The missing words; '' if there are none, null if the sentence does not have all of the claim's words in their order. */
function missingFrom(claim: string, words: readonly string[]): string | null {
  const kept = fewestCuts(wordsOf(claim).filter(isWord), words);
  if (kept === null) return null;
  const cuts = cutsOf(kept, words);
  // "Only its holder" is "only the holder of a lease".
  const isNamed = /\b(?:its|their|his|her|this|these|those|such)\b/i.test(claim);
  const harm = cuts.find((cut) => isHarm(cut, words, cuts) || (!isNamed && limitsItsNoun(cut, words)));
  return harm === undefined ? '' : words.slice(harm.from, harm.to).filter(isWord).join(' ');
}

/** "that" begins a limit as "which" does; "is" for "are" changes nothing. */
const wordsOf = (text: string): string[] =>
  alignedWords(text.replace(/\bthat\b/gi, 'which')).map((word) => FORMS[word] ?? word);
const FORMS: Readonly<Record<string, string>> = { are: 'is', were: 'was', have: 'has', do: 'does' };

interface Cut {
  readonly from: number;
  readonly to: number;
}

function isHarm(cut: Cut, words: readonly string[], cuts: readonly Cut[]): boolean {
  const text = words.slice(cut.from, cut.to);
  if (!text.some(isWord)) return false;
  if (cut.from === 0) return isFrame(text) || limitsItsSubject(text, cut, words, cuts);
  if (cut.to === words.length) return isCondition(text);
  if (isItemOfOnly(cut, words)) return true;
  return takesOtherSubject(text, cut, words) || isLostCondition(text);
}

const isWord = (word: string): boolean => !isBreak(word);
const isWeighty = (word: string): boolean => isWord(word) && !isStopWord(word) && word !== 'one' && word !== 'except';

/** "By default, …", "On Windows, …", "If it fails, …": where and when the rest holds. */
const FRAMES = new Set(
  'by on in with without if when unless while until after before during under outside inside within once whenever where usually often sometimes typically normally mostly'.split(
    ' ',
  ),
);
const isFrame = (text: readonly string[]): boolean =>
  FRAMES.has(text[0] ?? '') &&
  text.at(-1) === ',' &&
  text.filter(isBreak).length === 1 &&
  !LINKS.test(text.filter(isWord).join(' '));
/** These connect a sentence with the one before, and do not limit it: "For example, …". In base form, without articles. */
const LINKS =
  /^(?:in (?:addit|fact|particular|short|sum|other word|contrast|gener|turn|essenc)|on (?:other|contrar|one).*|by (?:contrast|way)|with in mind|after all)\w*$/;

/** "… unless it is known", ", except on Sundays", "sources that were passed". */
const CONDITIONS = new Set(
  'unless except if when whenever until once provided only which who whose where while is was can has does'.split(' '),
);
const isCondition = (text: readonly string[]): boolean => {
  const [first = '', second = ''] = text;
  return first === ',' ? HARD_CONDITIONS.has(second) : CONDITIONS.has(first);
};
const HARD_CONDITIONS = new Set('unless except if when whenever until once provided only'.split(' '));

/** "A [failed] run can …", where all that follows is kept. */
function limitsItsSubject(
  text: readonly string[],
  { to }: Cut,
  words: readonly string[],
  cuts: readonly Cut[],
): boolean {
  const isFollowed = isWeighty(words[to] ?? '') && !cuts.some(({ from }) => from > to && from < to + 3);
  return (
    isFollowed && text.length <= 2 && text.every((word) => isWeighty(word) && !/^\d/.test(word) && !NUMBERS.has(word))
  );
}
const NUMBERS = new Set('two three four five six seven eight nine ten several many note both'.split(' '));

/** A condition in the middle, with kept words on both sides. */
const isLostCondition = (text: readonly string[]): boolean =>
  ['if', 'when', 'unless', 'until'].includes(text[0] ?? '') && !text.some((word) => word === ';');

/** "on Linux, macOS and FreeBSD" after "only". */
function isItemOfOnly({ from, to }: Cut, words: readonly string[]): boolean {
  const text = words.slice(from, to);
  const isItem = text[0] === ',' || text.at(-1) === ',' || ['and', 'or'].includes(text[0] ?? '');
  const next = words[to] ?? '';
  return (
    isItem &&
    text.filter(isWord).length <= 3 &&
    [',', 'and', 'or'].includes(next) &&
    partBefore(words, from).includes('only')
  );
}

/** The rest of the sentence is about another subject: "explain does not, while analyze does and [takes as long]". */
function takesOtherSubject(text: readonly string[], { to }: Cut, words: readonly string[]): boolean {
  if ([',', ';', 'and', 'or'].includes(words[to] ?? '')) return false;
  const last = text.at(-1) ?? '';
  if (['which', 'who'].includes(last)) return text.some(isWeighty);
  const semicolon = text.lastIndexOf(';');
  if (semicolon !== -1) return text.slice(semicolon + 1).some(isWord);
  const joint = text.findLastIndex(
    (word) => word === ',' || ['and', 'or', 'while', 'nor', 'but', 'whereas'].includes(word),
  );
  return joint !== -1 && text.slice(0, joint).some(isWord) && text.slice(joint + 1).some(isWeighty);
}

/** A word that narrows the subject of a condition or a denial: "an [invalid] flag" after "if". */
function limitsItsNoun({ from, to }: Cut, words: readonly string[]): boolean {
  const text = words.slice(from, to);
  if (from === 0 || to === words.length || text.some(isBreak) || text.length > 4) return false;
  const before = words.slice(0, from);
  const scopes = before.slice(before.findLastIndex(isBreak) + 1).filter((word) => SCOPES.has(word));
  // "a function that takes options and returns a list" returns a list; "when both target and delete are given" needs both.
  const isOneOfSeveral = ['and', 'or'].some((word) => word === text[0] || word === text.at(-1));
  if (!scopes.some((word) => !isOneOfSeveral || (word !== 'which' && word !== 'who'))) return false;
  return text.some((word) => isWeighty(word) || word === 'only');
}

const SCOPES = new Set('if when unless only which who whose'.split(' '));

const partBefore = (words: readonly string[], at: number): readonly string[] => {
  const before = words.slice(0, at);
  return before.slice(before.lastIndexOf(';') + 1);
};

/** The position of each word of the claim, with as few cuts as possible; null if a word has none. */
function fewestCuts(own: readonly string[], words: readonly string[]): number[] | null {
  // best[i][at]: the number of cuts up to the i-th word of the claim, if that word is at `at`.
  let best = words.map((word) => (word === own[0] ? 0 : Number.POSITIVE_INFINITY));
  const from: number[][] = [];
  for (let i = 1; i < own.length; i += 1) {
    const [next, back]: [number[], number[]] = [[], []];
    let [least, where] = [Number.POSITIVE_INFINITY, -1];
    for (let at = 0; at < words.length; at += 1) {
      const joined = at > 0 ? (best[at - 1] ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
      const isHere = words[at] === own[i];
      next.push(isHere ? Math.min(joined, least + 1) : Number.POSITIVE_INFINITY);
      back.push(joined <= least + 1 ? at - 1 : where);
      if ((best[at] ?? Number.POSITIVE_INFINITY) <= least) [least, where] = [best[at] ?? least, at];
    }
    from.push(back);
    best = next;
  }
  const least = Math.min(...best);
  if (!Number.isFinite(least)) return null;
  let at = best.lastIndexOf(least);
  const kept = [at];
  for (const back of from.toReversed()) {
    at = back[at] ?? -1;
    kept.unshift(at);
  }
  return kept;
}

function cutsOf(kept: readonly number[], words: readonly string[]): Cut[] {
  const ends = [-1, ...kept, words.length];
  return ends.slice(1).flatMap((to, i) => {
    const from = (ends[i] ?? -1) + 1;
    return to > from ? [{ from, to }] : [];
  });
}
