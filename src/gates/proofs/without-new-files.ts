import type { Refusal } from '#contracts/gate.ts';
import { knownOnMain } from '../ledger/known-on-main.ts';
import type { ProofOrder } from '../proof.ts';
import type { TreeRunner } from '../tree-runner.ts';
import type { ProofInputs } from './proof-inputs.ts';
import { runAll } from './run-all.ts';
import { runProblems } from './run-problems.ts';

/**
 * Test files added after RED must not be what makes the others pass: where a runner loads all files into one process, a
 * new one can patch what the locked tests call. So everything is run once more without them.
 */
export async function withoutNewFiles(
  treeRunner: TreeRunner,
  { base, tree }: Pick<ProofOrder, 'base' | 'tree'>,
  { before, after, runners }: ProofInputs,
  signal: AbortSignal,
): Promise<Refusal[]> {
  const fresh = [...after.values()].filter(({ path, region }) => !region && !before.has(path)).map(({ path }) => path);
  if (fresh.length === 0 || before.size === 0) return [];
  const without = await treeRunner.write(tree, new Map(fresh.map((path) => [path, null])));
  const run = await runAll(treeRunner, without, runners, signal);
  const [first] = runProblems(run, await knownOnMain(treeRunner, { main: base, tree: without, runners }, run, signal));
  if (!first) return [];
  return [
    {
      code: 'PASSES_BY_NEW_TESTS',
      message: `the tests fail without ${fresh.join(', ')}: ${first.message}`,
      next: 'Make the code itself pass the RED tests; a new test file must not do it for the code.',
      file: fresh[0] ?? '',
    },
  ];
}
