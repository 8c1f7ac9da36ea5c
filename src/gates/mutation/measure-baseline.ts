import { applyEdits } from '#code/mutants/mutant.ts';
import { neutralEdit } from '#code/mutants/sanity.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import { whyNotGreen } from './judge-run.ts';
import type { MutantCopy } from './mutant-copies.ts';
import type { MutationResult } from './mutation-result.ts';
import type { MutationSource } from './plan-mutants.ts';

export interface Baseline {
  readonly tests: number;
  readonly durationMs: number;
  /** By source path: the test files to begin with, where that pays. */
  readonly near: ReadonlyMap<string, readonly string[]>;
}

export interface BaselineOptions {
  readonly slots: readonly MutantCopy[];
  readonly sources: readonly MutationSource[];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * The unchanged tests, in every copy at once, as mutants will be run: the first copy untouched, the second with a
 * comment added to each file, since tests that fail on any change would seem to kill everything.
 */
export async function measureBaseline(options: BaselineOptions): Promise<Baseline | MutationResult> {
  const { slots, sources, timeoutMs, signal } = options;
  const run = (slot: MutantCopy, files?: readonly string[]): Promise<TestEvidence> =>
    slot.run({ timeoutMs, bail: true, ...(files && { files }), ...(signal && { signal }) });
  const [first, second = first] = slots;
  if (!first || !second) throw new Error('no copy was opened');
  const plain = run(first);
  if (second === first) await plain;
  const [untouched, commented] = await Promise.all([plain, withComments(second, sources, () => run(second))]);

  const red =
    notGreen(untouched, 'baseline-red', 'without any mutant') ??
    notGreen(commented, 'copies-unsteady', 'with nothing changed but a comment');
  if (red) return red;
  const durationMs = Math.max(untouched.durationMs, commented.durationMs);
  const near = new Map<string, readonly string[]>();
  for (const { path, near: files } of sources) {
    if (!files || files.length === 0) continue;
    // Alone they may be red, or no faster: then all tests run.
    const alone = await run(first, files);
    if (!whyNotGreen(alone) && alone.durationMs * PAYS < durationMs) near.set(path, files);
  }
  return { tests: untouched.tests.length, durationMs, near };
}

/** A survivor of the nearby tests meets all tests as well; that must not cost more than it saves. */
const PAYS = 2;

async function withComments<T>(
  slot: MutantCopy,
  sources: readonly MutationSource[],
  action: () => Promise<T>,
): Promise<T> {
  for (const { path, text, language } of sources)
    await slot.write(path, applyEdits(text, [neutralEdit(text, language)]));
  try {
    return await action();
  } finally {
    for (const { path, text } of sources) await slot.write(path, text);
  }
}

/** The overall result, when a run without a mutant is not green. */
export function notGreen(
  evidence: TestEvidence,
  type: 'baseline-red' | 'copies-unsteady',
  when: string,
): MutationResult | null {
  const { outcome } = evidence;
  if (outcome.type === 'infrastructure') return outcome;
  const red = whyNotGreen(evidence);
  return red && { type, why: `${when}: ${red.why}`, failed: red.failed };
}
