import { neighbours, type Value } from './neighbours.ts';
import { leavesOf, names } from './spelled-out.ts';

/** The answers of main and of the change to an input; null where there was none. */
export interface BothAnswers {
  readonly args: readonly Value[];
  readonly before: string | null;
  readonly after: string | null;
}

/** Fewer say nothing. */
const ENOUGH = 4;
/** A rule may change at a single number, or at both ends of a range. */
const ENOUGH_NUMBERS = 3;

/**
 * Inputs of the tests that the change answers differently from main, where nothing near any of them is: a rule changes
 * more than what it was tested with. Yes and no carry too little information. Numbers count where the change spells out
 * those of every such input, and there are several: a moved limit changes the answer at single numbers as well. Pure.
 */
export function isolated(
  tested: readonly BothAnswers[],
  near: readonly BothAnswers[],
  source = '',
): { readonly words: string[] } | null {
  const changed = tested.filter(({ before, after }) => before !== null && after !== null && before !== after);
  if (changed.length === 0 || changed.some(({ after }) => /^(true|false|True|False)$/.test(after ?? ''))) return null;
  const around = new Set(changed.flatMap(({ args }) => neighbours(args)).map((args) => JSON.stringify(args)));
  // A table may throw for everything it does not contain; where the tests themselves expect the error, that is the
  // rule.
  const isWanted = changed.some(({ after }) => isThrown(after));
  const asked = near.filter(
    ({ args, before, after }) =>
      around.has(JSON.stringify(args)) && before !== null && after !== null && (isWanted || !isThrown(after)),
  );
  if (asked.length < ENOUGH || asked.some(({ before, after }) => before !== after)) return null;
  const words = [...new Set(changed.flatMap(({ args }) => wordsOf(args)))];
  if (words.length > 0) return { words };
  const numbers = changed.map(({ args }) => leavesOf([...args])).filter((own) => own.length > 0);
  const isSpelled = numbers.every((own) => own.every((each) => names(source, each)));
  if (!isSpelled || new Set(numbers.map((own) => JSON.stringify(own))).size < ENOUGH_NUMBERS) return null;
  return { words: [...new Set(numbers.flat().map(String))] };
}

const isThrown = (outcome: string | null): boolean => outcome?.startsWith('throws ') === true;

function wordsOf(value: Value | readonly Value[]): string[] {
  if (typeof value === 'string') return value.length > 1 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (value === null || typeof value !== 'object' || '$' in value) return [];
  return Object.values(value).flatMap(wordsOf);
}
