import type { Called, Probe } from './called.ts';

type Word = { readonly word: string; readonly answer: string };

/** Fewer say nothing. */
const ENOUGH = 6;

/** Why the answers to words look kept, not computed, and to which words. */
export interface KeptWords {
  readonly why: string;
  readonly words: readonly string[];
  /** How many more it has answers for, which its source says and no test asks for. */
  readonly besides: number;
}

/**
 * Of a function that makes a text of a word: whether it has answers for its tests' words and a rule for all others, or
 * gives its tests' answers to other words. Judged by what it answers, wherever it keeps that. Pure.
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

/** `box` and `city` as the tests have it, and an `s` behind everything else. */
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

/** What is cut off and what is put on. */
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
 * Each tested word has an answer that is made of it, and no other word gets one that is made of itself: it gets the answer
 * of a tested one, by its length, a letter of it, or whatever the table goes by.
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
  // Whatever has no entry gets nothing: one answer that is no text, to all that is left.
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

/** Not the same, and half of the word stands in it. */
const isMadeOf = ({ word, answer }: Word): boolean => {
  const size = Math.max(2, Math.ceil(word.length / 2));
  return (
    word !== answer &&
    Array.from({ length: word.length - size + 1 }, (_, at) => word.slice(at, at + size)).some((part) =>
      answer.includes(part),
    )
  );
};
