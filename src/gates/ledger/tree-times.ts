import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { MainTime, timeOnMain } from './time-limit.ts';

/** How long all tests of a runner took on a tree. */
export const timeOnTree = (tree: TreeHash, { runner, root }: Pick<ProjectRunner, 'runner' | 'root'>): string =>
  `time of ${runner} in ${root} on ${tree}`;

/** The limit if nothing was measured. */
const UNKNOWN_MS = 180_000;
const LEAST_MS = 30_000;
const TIMES = 4;

/**
 * The time limit for tests of a tree whose code we have broken. A server that never answers keeps some runners waiting
 * for their whole limit: the duration with working code sets it, so that slow tests have their time.
 */
export async function brokenCodeTimeout(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runner: ProjectRunner,
): Promise<number> {
  const known = await timeOf(treeRunner, tree, runner);
  return known === null ? UNKNOWN_MS : Math.max(LEAST_MS, Math.ceil(known * TIMES));
}

/** The duration of all tests of a tree, otherwise of main; null if neither was measured. */
export async function timeOf(treeRunner: TreeRunner, tree: TreeHash, runner: ProjectRunner): Promise<number | null> {
  for (const name of [timeOnTree(tree, runner), timeOnMain(runner)]) {
    const known = MainTime.safeParse(await treeRunner.recall(name));
    if (known.success) return known.data.ms;
  }
  return null;
}
