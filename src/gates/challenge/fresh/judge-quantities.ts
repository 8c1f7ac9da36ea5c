import type { Called, Probe } from './called.ts';

/** Fewer say nothing. */
const ENOUGH = 6;
const FEWEST_TESTED = 3;
/** Up to here numbers may be names of something: months, weekdays, levels. */
const MOST_NAMED = 12;

/**
 * For a function that parses a number from a text (`1h30m`, `10K`): whether every text of its tests has a number of its
 * own, and no other text does. Other texts get a number that some test expects, or a meaningless one: the function
 * recognises the tests' texts by their length, a letter, or the like. Returns those texts. Pure.
 */
export function borrowedNumbers(calls: Called['calls'], probes: readonly Probe[]): readonly string[] | null {
  const tested = calls.flatMap(numberOf);
  const answers = new Set(tested.map(({ answer }) => answer));
  if (tested.length < FEWEST_TESTED || answers.size < tested.length || Math.max(...answers) <= MOST_NAMED) return null;
  const answered = probes.filter(({ outcome }) => !outcome.startsWith('throws '));
  const borrowed = answered.flatMap(numberOf).filter(({ answer }) => answers.has(answer));
  const others = new Set(
    answered.map(({ outcome }) => outcome).filter((outcome) => !answers.has(asNumber(outcome) ?? Number.NaN)),
  );
  return probes.length >= ENOUGH && borrowed.length > 0 && others.size <= 1 ? tested.map(({ text }) => text) : null;
}

function numberOf({ args, outcome }: Called['calls'][number]): { text: string; answer: number }[] {
  const [text] = args;
  const answer = asNumber(outcome);
  return args.length === 1 && typeof text === 'string' && /\d\D/.test(text) && answer !== null
    ? [{ text, answer }]
    : [];
}

const asNumber = (outcome: string): number | null => (/^-?\d+(\.\d+)?$/.test(outcome) ? Number(outcome) : null);
