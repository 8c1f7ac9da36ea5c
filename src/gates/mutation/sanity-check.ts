import { failingFile, failingFunction } from '#code/mutants/sanity.ts';
import { SANITY_TEXT } from '#code/mutants/sanity-text.ts';
import type { MutantCopy } from './mutant-copies.ts';
import type { MutantResult } from './mutation-result.ts';
import type { MutationSource } from './plan-mutants.ts';
import { type Tried, type TryOptions, tryEdits } from './try-mutants.ts';

export interface SanityResult {
  /** Survivors that no test reaches are marked as such. */
  readonly results: readonly MutantResult[];
  /** Files of which no test loads this copy. */
  readonly unloaded: readonly string[];
  /** A sanity mutant that could not be measured. */
  readonly invalid: string | null;
}

type Options = Pick<TryOptions, 'slots' | 'limitMs' | 'signal'>;

/**
 * Nothing is concluded from survivors until something has died in their place. A file with no killed mutant is made to
 * throw when it is loaded; a function with survivors only, to throw when it is called. What survives even that is not
 * weakly tested but not tested, or is not the file that the tests run.
 */
export async function sanityCheck(
  results: readonly MutantResult[],
  sources: readonly MutationSource[],
  options: Options,
): Promise<SanityResult> {
  const unloaded: string[] = [];
  let invalid: string | null = null;
  const mute = sources.filter(({ path }) => {
    const own = results.filter(({ file }) => file === path);
    return own.length > 0 && !own.some(({ outcome }) => outcome.state === 'killed');
  });
  await eachOn(options.slots, mute, async (slot, source) => {
    const edit = failingFile(source.text, source.language);
    const attempt = (limitMs: number): Promise<Tried> =>
      tryEdits(slot, source, [edit], { ...options, limitMs, near: new Map() });
    const first = await attempt(options.limitMs);
    // On a busy machine anything may time out: that says nothing yet.
    const { outcome } = first.outcome.state === 'timed-out' ? await attempt(options.limitMs * PATIENCE) : first;
    // Some runners leave no report if a test file does not load; our own error in their output is enough proof.
    if (outcome.state === 'invalid' && !outcome.why.includes(SANITY_TEXT)) invalid = outcome.why;
    if (outcome.state === 'timed-out') invalid = `still running after ${outcome.limitMs} ms`;
    if (outcome.state === 'survived') unloaded.push(source.path);
  });
  const uncalled = await findUncalled(results, sources, unloaded, options);
  const told = results.map((result) => {
    if (result.outcome.state !== 'survived') return result;
    if (unloaded.includes(result.file)) return notCovered(result, `no test loads ${result.file}`);
    const why = `no test fails when ${result.mutant.symbol} throws at once`;
    return uncalled.has(keyOf(result)) ? notCovered(result, why) : result;
  });
  return { results: told, unloaded: unloaded.sort(), invalid };
}

const PATIENCE = 8;

const keyOf = ({ file, mutant }: MutantResult): string => `${file}\n${mutant.symbol}`;

const notCovered = (result: MutantResult, why: string): MutantResult => ({
  ...result,
  outcome: { state: 'not-covered', why },
});

/** Functions in which everything survived, including a throw at their top. */
async function findUncalled(
  results: readonly MutantResult[],
  sources: readonly MutationSource[],
  unloaded: readonly string[],
  options: Options,
): Promise<Set<string>> {
  const doubtful = new Map<string, MutantResult>();
  for (const result of results)
    if (result.outcome.state === 'survived' && result.mutant.symbol !== null && !unloaded.includes(result.file))
      doubtful.set(keyOf(result), result);
  for (const result of results) if (result.outcome.state === 'killed') doubtful.delete(keyOf(result));
  const uncalled = new Set<string>();
  await eachOn(options.slots, [...doubtful.values()], async (slot, result) => {
    const source = sources.find(({ path }) => path === result.file);
    const edit = source && (await failingFunction(source.text, source.language, result.mutant.line));
    if (!source || !edit) return;
    const { outcome } = await tryEdits(slot, source, [edit], { ...options, near: new Map() });
    if (outcome.state === 'survived') uncalled.add(keyOf(result));
  });
  return uncalled;
}

async function eachOn<T>(
  slots: readonly MutantCopy[],
  items: readonly T[],
  action: (slot: MutantCopy, item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const work = async (slot: MutantCopy): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await action(slot, item);
  };
  await Promise.all(slots.map(work));
}
