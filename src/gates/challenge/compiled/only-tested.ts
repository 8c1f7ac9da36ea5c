import { isolated } from '../fresh/isolated.ts';
import type { Narrow } from '../fresh/narrow.ts';
import type { Value } from '../fresh/neighbours.ts';
import { brief } from '../part.ts';
import type { AskedFunction, CompiledCall } from './asker.ts';
import { type CompiledQuestion, nearQuestions, plainly } from './questions.ts';

/** The answer to each call in a plain program; null where there was none. */
export type AskTree = (questions: readonly CompiledQuestion[]) => Promise<readonly (string | null)[]>;

export interface OnlyTestedAsk {
  /** Calls the changed tree, and main. */
  readonly now: AskTree;
  readonly before: AskTree;
  readonly isOnMain: (fn: AskedFunction) => boolean;
  /** The changed lines of each file. */
  readonly sources: ReadonlyMap<string, string>;
}

const MOST_CHANGED = 8;
/** Each costs a build. */
const MOST_FUNCTIONS = 4;

/**
 * Functions whose change makes a difference for the inputs of their tests, and for nothing near them: main gets the
 * same calls in a plain program, then both get similar inputs. It is the same check as `fresh/only-tested.ts`.
 */
export async function onlyTestedCompiled(
  asked: readonly { readonly question: CompiledQuestion; readonly outcome: string | null }[],
  { now, before, isOnMain, sources }: OnlyTestedAsk,
): Promise<Narrow[]> {
  const own = asked.filter(({ question, outcome }) => !question.fresh && isAnswer(outcome));
  const functions = [...new Set(own.map(({ question }) => question.call.function))].filter(isOnMain);
  const found: Narrow[] = [];
  for (const fn of functions.slice(0, MOST_FUNCTIONS)) {
    const calls = own.filter(({ question }) => question.call.function === fn);
    const mains = await before(calls.map(({ question }) => question));
    const tested = calls.map(({ question, outcome }, n) => answersOf(question, mains[n] ?? null, outcome));
    const changed = calls
      .filter((_, n) => tested[n]?.before !== null && tested[n]?.before !== tested[n]?.after)
      .map(({ question }) => question);
    const known = new Set(calls.map(({ question }) => keyOf(question)));
    // An input that a test uses too does not count as near it.
    const near = changed
      .slice(0, MOST_CHANGED)
      .flatMap(nearQuestions)
      .filter((each) => !known.has(keyOf(each)));
    if (near.length === 0) continue;
    const [here, there] = [await now(near), await before(near)];
    const compared = near.map((each, n) => answersOf(each, there[n] ?? null, here[n] ?? null));
    const only = isolated(tested, compared, sources.get(fn.path));
    if (only === null) continue;
    const words = brief(only.words.map((word) => JSON.stringify(word)).join(', '));
    const message = `${fn.name} differs from main for ${words}, which its tests use, and for nothing near them: ${near.length} other inputs give the same as on main.`;
    found.push({ file: fn.path, line: fn.line, message, words: only.words });
  }
  return found;
}

const isAnswer = (outcome: string | null): boolean => outcome !== null && outcome !== 'unsteady';

const answersOf = (
  { values }: CompiledQuestion,
  before: string | null,
  after: string | null,
): { args: readonly Value[]; before: string | null; after: string | null } => ({
  args: values,
  before: isAnswer(before) ? plainly(before ?? '') : null,
  after: isAnswer(after) ? plainly(after ?? '') : null,
});

const keyOf = ({ call: { receiver, args } }: { readonly call: CompiledCall }): string =>
  JSON.stringify([receiver, args]);
