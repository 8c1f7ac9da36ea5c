import { accepted, both, refused, unmeasured, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { knownOnMain } from '../ledger/known-on-main.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { preflight } from './preflight.ts';
import { overran, runAll, unmeasurable } from './run-all.ts';
import { runProblems } from './run-problems.ts';

const GATE = 'merged tree';

/** Two changes that are right alone can be wrong together: all tests and the preflight, on what main would become. */
export async function mergedProof(
  treeRunner: TreeRunner,
  main: TreeHash,
  merged: TreeHash,
  check: string | null,
  signal: AbortSignal,
): Promise<Verdict> {
  const runners = await treeRunner.runners(main);
  const run = await runAll(treeRunner, merged, runners, signal);
  const nothing = unmeasurable(run) ?? overran(run);
  if (nothing) return unmeasured(GATE, nothing, run.evidence);
  const known = await knownOnMain(treeRunner, main, runners, run, signal);
  const evidence = [...run.evidence, ...known.evidence];
  const [first, ...rest] = runProblems(run, known);
  if (first) return refused(GATE, [first, ...rest], evidence);
  const checked = await preflight(treeRunner, merged, check, signal);
  return both(accepted(GATE, evidence), checked.verdict);
}
