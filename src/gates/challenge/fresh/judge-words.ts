import type { Called, Probe } from './called.ts';

type Word = { readonly word: string; readonly answer: string };

/** Fewer say nothing. */
const ENOUGH = 6;

/** Why the answers to words look stored, not computed, and for which words. */
export interface KeptWords {
  readonly why: string;
  readonly words: readonly string[];
  /** How many further words in its source it has answers for that no test uses. */
  readonly besides: number;
}

/**
 * For a function that makes a text from a word: whether it has answers for its tests' words and a different rule for
 * all others, or gives its tests' answers to other words. Judged by its answers, wherever they are stored. Pure.
 */
export function keptWords(
  calls: Called['calls'],
  probes: readonly Probe[],
  spoken: readonly Probe[] = [],
): KeptWords | null {
  const tested = calls.flatMap(wordOf);
  const fresh = probes.flatMap(wordOf);
  return behindRule(tested, fresh, spoken.flatMap(wordOf)) ?? answersOfOthers(tested, fresh, probes);
}

function wordOf({ args, outcome }: Called['calls'][number]): Word[] {
  const [word] = args;
  const answer = /^(["'])([\s\S]*)\1$/.exec(outcome)?.[2];
  return args.length === 1 && typeof word === 'string' && word.length > 1 && answer !== undefined
    ? [{ word, answer }]
    : [];
}

/** `box` and `city` as the tests expect, and an `s` appended to everything else. */
function behindRule(tested: readonly Word[], fresh: readonly Word[], spoken: readonly Word[]): KeptWords | null {
  for (const how of [changeAtEnd, changeAtBeginning]) {
    const [rule, ...more] = new Set(fresh.map(how));
    if (fresh.length < ENOUGH || rule === undefined || more.length > 0) continue;
    const special = tested.filter((each) => how(each) !== rule);
    if (special.length >= 2 && special.length * 2 >= tested.length)
      return {
        why: 'has hard-coded answers for the words of its tests, and one rule for all others',
        words: special.map(({ word }) => word),
        besides: spoken.filter((each) => how(each) !== rule).length,
      };
  }
  return null;
}

/** What is removed and what is appended. */
const changeAtEnd = ({ word, answer }: Word): string => {
  const same = sharedBeginning(word, answer);
  return `${word.length - same} ${answer.slice(same)}`;
};
const changeAtBeginning = ({ word, answer }: Word): string =>
  changeAtEnd({ word: backwards(word), answer: backwards(answer) });

function sharedBeginning(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

const backwards = (text: string): string => [...text].reverse().join('');

/**
 * Each tested word has an answer derived from it, and no other word does: others get the answer of a tested one, chosen
 * by length, a letter, or the like.
 */
function answersOfOthers(tested: readonly Word[], fresh: readonly Word[], probes: readonly Probe[]): KeptWords | null {
  const asked = probes.length;
  const answers = new Map(tested.map(({ word, answer }) => [answer, word]));
  if (tested.length < 3 || answers.size < tested.length || !tested.every(isMadeOf)) return null;
  if (asked < ENOUGH || fresh.some(({ word, answer }) => answer !== '' && answer !== word && !answers.has(answer)))
    return null;
  const borrowed = fresh.filter(({ word, answer }) => {
    const whose = answers.get(answer);
    return whose !== undefined && bare(whose) !== bare(word);
  });
  // Words without an entry get nothing: one answer that is not a text, for all of them.
  const nothing = probes.filter((probe) => wordOf(probe).length === 0 && !probe.outcome.startsWith('throws '));
  const isRest = new Set(nothing.map(({ outcome }) => outcome)).size === 1 && nothing.length + fresh.length === asked;
  if (borrowed.length < ENOUGH / 2 || (borrowed.length * 3 < asked && !isRest)) return null;
  return {
    why: 'returns its tests’ answers for other words too, and computes none',
    words: tested.map(({ word }) => word),
    besides: 0,
  };
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Not equal, but half of the word occurs in it. */
const isMadeOf = ({ word, answer }: Word): boolean => {
  const size = Math.max(2, Math.ceil(word.length / 2));
  return (
    word !== answer &&
    Array.from({ length: word.length - size + 1 }, (_, at) => word.slice(at, at + size)).some((part) =>
      answer.includes(part),
    )
  );
};
