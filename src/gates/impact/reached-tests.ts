import type { TreeHash } from '#contracts/ids.ts';
import { timeOf } from '../ledger/tree-times.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { type ImpactMap, type KnownImpact, recallImpact } from './impact-map.ts';
import { measureImpact } from './measure-impact.ts';
import { type Reached, reachedBy } from './reached.ts';
import type { StepScope } from './step-scope.ts';

export interface ReachedTests {
  readonly files: readonly string[];
  readonly of: number;
}

/** The test files that a step has to run first; null if it has to run all of them. */
export async function reachedTests(
  treeRunner: TreeRunner,
  { base, tree, scope }: { readonly base: TreeHash; readonly tree: TreeHash; readonly scope: StepScope | null },
  signal: AbortSignal,
): Promise<ReachedTests | null> {
  if (scope === 'whole') return null;
  const runners = await treeRunner.runners(base);
  if (scope === null && !(await takesLong(treeRunner, base, runners))) return null;
  const paths = await treeRunner.list(tree);
  const files: string[] = [];
  let of = 0;
  for (const runner of runners) {
    const tests = paths.filter((path) => runner.isTestFile(path));
    if (tests.length === 0) continue;
    of += tests.length;
    const reached = await reachedIn(treeRunner, { base, tree, runners, runner, tests }, signal);
    if (reached.type === 'whole') return null;
    files.push(...reached.files);
  }
  return files.length === 0 ? null : { files: [...new Set(files)], of };
}

/** Quicker suites are run whole: a map would save nothing. */
const LONG_MS = 30_000;

async function takesLong(treeRunner: TreeRunner, base: TreeHash, runners: readonly ProjectRunner[]): Promise<boolean> {
  let ms = 0;
  for (const runner of runners) ms += (await timeOf(treeRunner, base, runner)) ?? 0;
  return ms >= LONG_MS;
}

interface Asked {
  readonly base: TreeHash;
  readonly tree: TreeHash;
  readonly runners: readonly ProjectRunner[];
  readonly runner: ProjectRunner;
  readonly tests: readonly string[];
}

async function reachedIn(treeRunner: TreeRunner, asked: Asked, signal: AbortSignal): Promise<Reached> {
  const { base, tree, runners, runner, tests } = asked;
  const kept = await recallImpact(treeRunner, runner);
  const isFit = kept !== null && (await stillFits(treeRunner, kept, asked));
  const known = isFit ? kept : await measureImpact(treeRunner, base, runners, runner, signal);
  if (!isMap(known)) return { type: 'whole', because: known.why };
  return reachedBy({ map: known, changed: (await treeRunner.diff(known.tree, tree)).files, tests });
}

const isMap = (known: KnownImpact): known is ImpactMap => 'files' in known;

/** The map of an older main is still useful, as long as main's changes since then leave most tests unaffected. */
async function stillFits(treeRunner: TreeRunner, known: KnownImpact, { base, runner }: Asked): Promise<boolean> {
  if (known.tree === base) return true;
  if (!isMap(known)) return false;
  const tests = (await treeRunner.list(base)).filter((path) => runner.isTestFile(path));
  // A main that was reset may be gone.
  const diff = await treeRunner.diff(known.tree, base).catch(() => null);
  if (diff === null) return false;
  if (diff.files.length === 0) return true;
  const since = reachedBy({ map: known, changed: diff.files, tests });
  return since.type === 'files' && since.files.length <= tests.length * WORN;
}

/** Every later step pays for main's changes since the map was made. */
const WORN = 0.15;
