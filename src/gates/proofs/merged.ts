import { accepted, both, refused, unmeasured, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { alongside } from '../alongside.ts';
import { inventoryOf } from '../inventory/test-inventory.ts';
import { withoutIdleUnits } from '../ledger/idle-units.ts';
import { knownOnMain } from '../ledger/known-on-main.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { runWatched, type WatchedRun } from '../watched/watched-run.ts';
import { commitHook } from './commit-hook.ts';
import { preflight } from './preflight.ts';
import { overran, unmeasurable } from './run-all.ts';
import { runProblems } from './run-problems.ts';

const GATE = 'merged tree';

/** Two changes that work alone can break together: runs all tests and the preflight on main as it would be after the merge. */
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
  const running = runWatched(treeRunner, { base: main, tree: merged, runners, files, changed }, signal);
  // In parallel with the tests, as in a step: its result is needed only if they pass.
  const checking = alongside((stop) => checks(treeRunner, { main, merged, check }, stop), signal);
  try {
    const run = await running;
    if (await withoutIdleUnits(treeRunner, { base: main, tree: merged }, runners, run, signal))
      return await mergedProof(treeRunner, main, merged, check, signal);
    return await judge(treeRunner, { main, merged, runners, run, checking: checking.result }, signal);
  } finally {
    await checking.stop();
  }
}

interface MergedRun {
  readonly main: TreeHash;
  readonly merged: TreeHash;
  readonly runners: readonly ProjectRunner[];
  readonly run: WatchedRun;
  readonly checking: Promise<Verdict>;
}

async function judge(
  treeRunner: TreeRunner,
  { main, merged, runners, run, checking }: MergedRun,
  signal: AbortSignal,
): Promise<Verdict> {
  const nothing = unmeasurable(run) ?? overran(run);
  if (nothing) return unmeasured(GATE, nothing, run.evidence);
  const known = await knownOnMain(treeRunner, { main, tree: merged, runners }, run, signal);
  const evidence = [...run.evidence, ...known.evidence];
  const [first, ...rest] = [...run.untrue, ...runProblems(run, known)];
  if (first) return refused(GATE, [first, ...rest], evidence);
  return both(accepted(GATE, evidence), await checking);
}

interface Merge {
  readonly main: TreeHash;
  readonly merged: TreeHash;
  readonly check: string | false | null;
}

/** The preflight, and the hooks that git would run before a commit. */
async function checks(treeRunner: TreeRunner, { main, merged, check }: Merge, signal: AbortSignal): Promise<Verdict> {
  const { verdict } = await preflight(treeRunner, merged, check, signal);
  if (verdict.verdict !== 'accepted') return verdict;
  return both(verdict, (await commitHook(treeRunner, { base: main, tree: merged }, signal)).verdict);
}
