import { z } from 'zod';
import { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { rememberRun } from '../ledger/tree-run.ts';
import { preflight } from '../proofs/preflight.ts';
import { runAll, unmeasurable } from '../proofs/run-all.ts';
import { runProblems } from '../proofs/run-problems.ts';
import type { TreeRunner } from '../tree-runner.ts';

/** `red`: it ran and failed. `unmeasured`: it could not be run, so nothing can be proven with it. */
const State = z.enum(['green', 'red', 'unmeasured']);

export const MainTests = z.object({
  state: State,
  runners: z.array(z.string()),
  passed: z.number(),
  /** Ids. Tests that fail on main too do not count against a change. */
  failed: z.array(z.string()),
  problem: Refusal.optional(),
  /** The output, for whoever has to fix it. */
  output: z.string(),
});
export type MainTests = z.infer<typeof MainTests>;

export const MainCheck = z.object({ state: State, problem: Refusal.optional(), output: z.string() });
export type MainCheck = z.infer<typeof MainCheck>;

/** Runs the tests of a tree as a gate would, before there is any work to judge by them. Results are cached. */
export async function measureTests(treeRunner: TreeRunner, tree: TreeHash, signal: AbortSignal): Promise<MainTests> {
  const name = `tests of main at ${tree}`;
  const kept = MainTests.safeParse(await treeRunner.recall(name));
  if (kept.success) return kept.data;
  const runners = await treeRunner.runners(tree);
  const run = await runAll(treeRunner, tree, runners, signal);
  const failed = run.tests.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const passed = run.tests.filter(({ state }) => state === 'passed').length;
  // If not a single test passes, there is nothing on main to measure work against.
  const problem = unmeasurable(run) ?? (passed === 0 ? runProblems(run)[0] : undefined);
  const result: MainTests = {
    state: problem ? 'unmeasured' : failed.length > 0 ? 'red' : 'green',
    runners: [...new Set(run.runs.map(({ runner }) => runner.runner))],
    passed,
    failed,
    ...(problem ? { problem } : {}),
    output: run.output,
  };
  if (problem) return result;
  await rememberRun(treeRunner, tree, runners, run);
  await treeRunner.remember(name, result);
  return result;
}

/** The project's own check on a tree of main. `false`: the project states that it has none. */
export async function measureCheck(
  treeRunner: TreeRunner,
  tree: TreeHash,
  command: string | false | null,
  signal: AbortSignal,
): Promise<MainCheck> {
  const name = `preflight of main at ${tree}: ${command}`;
  const kept = MainCheck.safeParse(await treeRunner.recall(name));
  if (kept.success) return kept.data;
  // Searching for its runners prepares main's dependencies; a check alone would run without them.
  await treeRunner.runners(tree);
  const { verdict, output } = await preflight(treeRunner, tree, command, signal);
  if (verdict.verdict === 'accepted') {
    await treeRunner.remember(name, { state: 'green', output: '' });
    return { state: 'green', output };
  }
  const [problem] = verdict.reasons;
  return {
    state: verdict.verdict === 'refused' ? 'red' : 'unmeasured',
    ...(problem ? { problem } : {}),
    output,
  };
}
