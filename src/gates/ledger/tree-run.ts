import { z } from 'zod';
import type { TreeHash } from '#contracts/ids.ts';
import { TestCase } from '#contracts/test-run.ts';
import { runAll, testsOfRun, type WholeRun, withTests } from '../proofs/run-all.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { timeOnMain } from './time-limit.ts';
import { timeOnTree } from './tree-times.ts';

/** How every test of a tree ended, in one run of all. */
export const TreeRun = z.object({
  tests: z.array(TestCase.pick({ id: true, file: true, suites: true, title: true, state: true })),
  /** Files that did not load, from the project's top; '' where the runner named none. */
  broken: z.array(z.string()),
  /** Set where a runner could not be measured at all: then a missing test says nothing. */
  partial: z.boolean(),
  /** How long each runner took, where it ran to its end. */
  times: z.record(z.string(), z.number()).default({}),
});
export type TreeRun = z.infer<typeof TreeRun>;

/** A tree is run once by each runner; later callers get the stored result. */
export async function treeRun(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runners: readonly ProjectRunner[],
  signal: AbortSignal,
): Promise<TreeRun> {
  const meant = await withTests(treeRunner, tree, runners);
  const known: TreeRun[] = [];
  const missing: ProjectRunner[] = [];
  for (const runner of meant) {
    const kept = TreeRun.safeParse(await treeRunner.recall(nameOf(tree, runner)));
    if (kept.success) known.push(kept.data);
    else missing.push(runner);
  }
  if (missing.length === 0 && meant.length > 0) return together(known);
  const run = await runAll(treeRunner, tree, missing, signal);
  await rememberRun(treeRunner, tree, run);
  return together([...known, outcomesOf(run)]);
}

const together = (runs: readonly TreeRun[]): TreeRun => ({
  tests: runs.flatMap(({ tests }) => tests),
  broken: runs.flatMap(({ broken }) => broken),
  partial: runs.some(({ partial }) => partial),
  times: Object.assign({}, ...runs.map(({ times }) => times)),
});

/**
 * Stores a run that was made anyway. One that could not be measured is not stored, and one that lacks a module only
 * briefly: the person is told to install it, and the next call must not be answered from before.
 */
export async function rememberRun(
  treeRunner: TreeRunner,
  tree: TreeHash,
  { runs }: Pick<WholeRun, 'runs'>,
): Promise<void> {
  await Promise.all(
    runs.map(async (each) => {
      const { runner, result } = each;
      const told = outcomesOf({ runs: [each], tests: testsOfRun(each) });
      const isLacking = result.outcome.type === 'broken' && isMissing(result.outcome);
      if (!told.partial) await treeRunner.remember(nameOf(tree, runner), told, isLacking);
      if (result.outcome.type === 'ran') await treeRunner.remember(timeOnTree(tree, runner), { ms: result.durationMs });
    }),
  );
}

const isMissing = ({ kind, failures }: Extract<Outcome, { type: 'broken' }>): boolean =>
  kind === 'missing-symbol' || failures.some((failure) => failure.kind === 'missing-symbol');

const nameOf = (tree: TreeHash, { runner, root, start }: ProjectRunner): string =>
  `run of ${tree} by ${runner} in ${root}${start ? ` as ${JSON.stringify(start)}` : ''}`;

export function outcomesOf({ runs, tests }: Pick<WholeRun, 'runs' | 'tests'>): TreeRun {
  return {
    tests: tests.map(({ id, file, suites, title, state }) => ({ id, file, suites, title, state })),
    broken: runs.flatMap(({ runner, result: { outcome } }) =>
      outcome.type !== 'broken'
        ? []
        : outcome.failures.length === 0
          ? ['']
          : outcome.failures.map(({ file }) => (file === undefined ? '' : fromTop(runner.root, file))),
    ),
    partial: runs.some(({ result: { outcome } }) => isUnmeasured(outcome)),
    times: Object.fromEntries(
      runs.flatMap(({ runner, result: { outcome, durationMs } }) =>
        outcome.type === 'ran' ? [[timeOnMain(runner), durationMs] as const] : [],
      ),
    ),
  };
}

/** A run that names no file that broke it (out of time, cut off) may end differently tomorrow. */
type Outcome = WholeRun['runs'][number]['result']['outcome'];
export const isUnmeasured = (outcome: Outcome): boolean =>
  outcome.type === 'infrastructure' || (outcome.type === 'broken' && outcome.failures.length === 0);

const fromTop = (root: string, file: string): string => (root === '.' ? file : `${root}/${file}`);
