import { applyEdits, type TextEdit } from '#code/mutants/mutant.ts';
import { byWorth } from './by-worth.ts';
import { judgeMutantRun } from './judge-run.ts';
import type { MutantCopy } from './mutant-copies.ts';
import type { MutantOutcome, MutantResult } from './mutation-result.ts';
import type { MutationSource, PlannedMutant } from './plan-mutants.ts';

export interface TryOptions {
  readonly slots: readonly MutantCopy[];
  readonly limitMs: number;
  readonly near: ReadonlyMap<string, readonly string[]>;
  readonly signal?: AbortSignal;
  readonly onResult?: (result: MutantResult) => void;
}

/** Tries each mutant in any free copy. Results are in the order of the mutants; fewer when it was stopped. */
export async function tryEachMutant(mutants: readonly PlannedMutant[], options: TryOptions): Promise<MutantResult[]> {
  const results = new Map<PlannedMutant, MutantResult>();
  const left = byWorth(mutants);
  const work = async (slot: MutantCopy): Promise<void> => {
    for (let planned = left.shift(); planned && !options.signal?.aborted; planned = left.shift()) {
      const { source, ...mutant } = planned;
      const tried = await tryEdits(slot, source, mutant.edits, options);
      if (options.signal?.aborted) return;
      const result = { file: source.path, mutant, ...tried };
      results.set(planned, result);
      options.onResult?.(result);
    }
  };
  await Promise.all(options.slots.map(work));
  return mutants.flatMap((planned) => results.get(planned) ?? []);
}

export interface Tried {
  readonly outcome: MutantOutcome;
  readonly durationMs: number;
}

/** Writes the change, runs the tests, restores the text: whatever happens, the copy is unchanged afterwards. */
export async function tryEdits(
  slot: MutantCopy,
  { path, text }: MutationSource,
  edits: readonly TextEdit[],
  { limitMs, near, signal }: Pick<TryOptions, 'limitMs' | 'near' | 'signal'>,
): Promise<Tried> {
  const run = { timeoutMs: limitMs, bail: true, ...(signal && { signal }) };
  await slot.write(path, applyEdits(text, edits));
  try {
    const files = near.get(path);
    const first = await slot.run({ ...run, ...(files && { files }) });
    const outcome = judgeMutantRun(first, limitMs);
    if (!files || outcome.state === 'killed' || outcome.state === 'timed-out')
      return { outcome, durationMs: first.durationMs };
    const all = await slot.run(run);
    return { outcome: judgeMutantRun(all, limitMs), durationMs: first.durationMs + all.durationMs };
  } finally {
    await slot.write(path, text);
  }
}
