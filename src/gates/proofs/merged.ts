import { accepted, both, refused, unmeasured, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { inventoryOf } from '../inventory/test-inventory.ts';
import { knownOnMain } from '../ledger/known-on-main.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { runWatched } from '../watched/watched-run.ts';
import { commitHook } from './commit-hook.ts';
import { preflight } from './preflight.ts';
import { overran, unmeasurable } from './run-all.ts';
import { runProblems } from './run-problems.ts';

const GATE = 'merged tree';

/** Two changes that are right alone can be wrong together: all tests and the preflight, on what main would become. */
export async function mergedProof(
  treeRunner: TreeRunner,
  main: TreeHash,
  merged: TreeHash,
  check: string | false | null,
  signal: AbortSignal,
): Promise<Verdict> {
  const runners = await treeRunner.runners(main);
  const files = await inventoryOf(treeRunner, merged, runners);
  const changed = new Set((await treeRunner.diff(main, merged)).files.map(({ path }) => path));
  const run = await runWatched(treeRunner, { base: main, tree: merged, runners, files, changed }, signal);
  const nothing = unmeasurable(run) ?? overran(run);
  if (nothing) return unmeasured(GATE, nothing, run.evidence);
  const known = await knownOnMain(treeRunner, main, runners, run, signal);
  const evidence = [...run.evidence, ...known.evidence];
  const [first, ...rest] = [...run.untrue, ...runProblems(run, known)];
  if (first) return refused(GATE, [first, ...rest], evidence);
  const checked = await preflight(treeRunner, merged, check, signal);
  const verdict = both(accepted(GATE, evidence), checked.verdict);
  if (verdict.verdict !== 'accepted') return verdict;
  return both(verdict, (await commitHook(treeRunner, { base: main, tree: merged }, signal)).verdict);
}
