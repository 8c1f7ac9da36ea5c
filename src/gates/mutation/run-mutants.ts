import { BLOCKING_KINDS } from '#code/mutants/mutant.ts';
import { AssayError } from '#contracts/errors.ts';
import { measureBaseline, notGreen } from './measure-baseline.ts';
import type { MutantCopies, MutantCopy } from './mutant-copies.ts';
import type { MeasuredMutants, MutantCounts, MutantResult, MutationFile, MutationResult } from './mutation-result.ts';
import { type MutationSource, type PlannedMutant, planMutants, readSources } from './plan-mutants.ts';
import { type SanityResult, sanityCheck } from './sanity-check.ts';
import { type TryOptions, tryEachMutant } from './try-mutants.ts';

export interface MutationOptions {
  readonly files: readonly MutationFile[];
  readonly copies: MutantCopies;
  readonly limit?: number;
  readonly seed?: number;
  /** Copies that work at once; default 2. */
  readonly concurrency?: number;
  /** A multiple of the baseline's time; default 4. */
  readonly timeoutFactor?: number;
  /** No mutant gets less; default 3 s. */
  readonly timeoutFloorMs?: number;
  /** For the tests without a mutant; default 120 s. */
  readonly baselineTimeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MutationProgress) => void;
}

export interface MutationProgress {
  readonly done: number;
  readonly total: number;
  readonly result: MutantResult;
}

/** Tries real mutants of files with the project's own tests. Never throws for what the project does. */
export async function runMutants(options: MutationOptions): Promise<MutationResult> {
  const { copies, signal } = options;
  const begun = performance.now();
  try {
    const slots = await copies.open(options.concurrency ?? 2, signal);
    const [first] = slots;
    if (!first) throw new Error('no copy was opened');
    const sources = await readSources(first, options.files);
    const mutants = await planMutants(sources, options);
    if (mutants.length === 0) return { type: 'nothing-to-mutate', why: whyNone(options.files) };
    const result = await measure(options, slots, sources, mutants).catch(unsteady);
    return result.type === 'measured' ? { ...result, durationMs: performance.now() - begun } : result;
  } finally {
    await copies.close();
  }
}

/** Code under test that moves the files away while they are measured has not been measured. */
function unsteady(thrown: unknown): MutationResult {
  if (thrown instanceof AssayError && thrown.code === 'FILE_NOT_REGULAR')
    return { type: 'copies-unsteady', why: thrown.message, failed: [] };
  throw thrown;
}

async function measure(
  options: MutationOptions,
  slots: readonly MutantCopy[],
  sources: readonly MutationSource[],
  mutants: readonly PlannedMutant[],
): Promise<MutationResult> {
  const { signal, timeoutFactor = 4, timeoutFloorMs = 3_000, baselineTimeoutMs = 120_000 } = options;
  const withSignal = signal ? { signal } : {};
  const stopped = (results: readonly MutantResult[]): MutationResult => ({
    type: 'stopped',
    results,
    left: mutants.length - results.length,
  });

  const asked = { slots, sources, timeoutMs: baselineTimeoutMs, ...withSignal };
  let baseline = await measureBaseline(asked);
  // Tests that write to their own folder are red where they cannot.
  const isRed = 'type' in baseline && baseline.type !== 'infrastructure' && !signal?.aborted;
  if (isRed && options.copies.letWrite()) baseline = await measureBaseline(asked);
  if (signal?.aborted) return stopped([]);
  if ('type' in baseline) return baseline;

  const limitMs = Math.max(timeoutFloorMs, Math.ceil(baseline.durationMs * timeoutFactor));
  const tries: TryOptions = { slots, limitMs, near: baseline.near, ...withSignal };
  const tried = await tryEachMutant(mutants, { ...tries, ...progressTo(options.onProgress, mutants.length) });
  if (signal?.aborted) return stopped(tried);

  const sanity = await sanityCheck(tried, sources, tries);
  if (signal?.aborted) return stopped(tried);
  const dead = failedSanityCheck(sanity, sources);
  if (dead) return dead;

  const after = await Promise.all(
    slots.map((slot) => slot.run({ timeoutMs: baselineTimeoutMs, bail: true, ...withSignal })),
  );
  if (signal?.aborted) return stopped(tried);
  for (const evidence of after) {
    const red = notGreen(evidence, 'copies-unsteady', 'after the last mutant was taken out');
    if (red) return red;
  }

  const slowest = Math.max(...after.map(({ durationMs }) => durationMs));
  const results = await againWhereSlow(sanity.results, mutants, tries, slowest);
  if (signal?.aborted) return stopped(tried);
  const { tests, durationMs } = baseline;
  return { ...tell(results), unloaded: sanity.unloaded, baseline: { tests, durationMs, limitMs }, durationMs: 0 };
}

function progressTo(onProgress: MutationOptions['onProgress'], total: number): Pick<TryOptions, 'onResult'> {
  if (!onProgress) return {};
  let done = 0;
  return { onResult: (result) => onProgress({ done: ++done, total, result }) };
}

function failedSanityCheck(
  { results, unloaded, invalid }: SanityResult,
  sources: readonly MutationSource[],
): MutationResult | null {
  if (results.some(({ outcome }) => outcome.state === 'killed')) return null;
  const files = sources.map(({ path }) => path).filter((path) => results.some(({ file }) => file === path));
  if (invalid !== null)
    return {
      type: 'mutants-unseen',
      why: `no mutant died, and a plain error could not be measured: ${invalid}`,
      files,
      invalid,
    };
  if (!files.every((path) => unloaded.includes(path))) return null;
  return { type: 'mutants-unseen', why: 'a file that throws when it is loaded fails no test', files, invalid: null };
}

/** A machine that has become slow causes time-outs: those mutants are tried again with more time. */
async function againWhereSlow(
  results: readonly MutantResult[],
  mutants: readonly PlannedMutant[],
  tries: TryOptions,
  slowestMs: number,
): Promise<readonly MutantResult[]> {
  if (slowestMs * 2 <= tries.limitMs) return results;
  const late = new Set(results.filter(({ outcome }) => outcome.state === 'timed-out').map(keyOf));
  const chosen = mutants.filter(({ id, source }) => late.has(`${source.path}\n${id}`));
  const again = await tryEachMutant(chosen, { ...tries, limitMs: Math.ceil(slowestMs * 8) });
  const better = new Map(again.map((result) => [keyOf(result), result]));
  return results.map((result) => better.get(keyOf(result)) ?? result);
}

const keyOf = ({ file, mutant }: MutantResult): string => `${file}\n${mutant.id}`;

function tell(
  results: readonly MutantResult[],
): Pick<MeasuredMutants, 'type' | 'results' | 'counts' | 'score' | 'survivors' | 'blocking'> {
  const count = (state: keyof MutantCounts): number => results.filter(({ outcome }) => outcome.state === state).length;
  const counts = {
    killed: count('killed'),
    'timed-out': count('timed-out'),
    survived: count('survived'),
    'not-covered': count('not-covered'),
    invalid: count('invalid'),
  };
  const dead = counts.killed + counts['timed-out'];
  const survivors = results.filter(({ outcome }) => outcome.state === 'survived' || outcome.state === 'not-covered');
  const score = dead + survivors.length === 0 ? null : dead / (dead + survivors.length);
  const blocking = survivors.filter(({ mutant }) => BLOCKING_KINDS.includes(mutant.kind));
  return { type: 'measured', results, counts, score, survivors, blocking };
}

const whyNone = (files: readonly MutationFile[]): string =>
  files.length === 0
    ? 'no file was given'
    : `nothing that could be wrong in ${files.map(({ path }) => path).join(', ')}`;
