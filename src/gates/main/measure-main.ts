import { z } from 'zod';
import { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { rememberRun } from '../ledger/tree-run.ts';
import { preflight } from '../proofs/preflight.ts';
import { runAll, unmeasurable, type WholeRun, withTests } from '../proofs/run-all.ts';
import { runProblems } from '../proofs/run-problems.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { someOfEachKind } from './some-of-each-kind.ts';

/** `red`: it ran and failed. `unmeasured`: it could not be run, so nothing can be proven with it. */
const State = z.enum(['green', 'red', 'unmeasured']);

export const MainTests = z.object({
  state: State,
  runners: z.array(z.string()),
  passed: z.number(),
  /** Ids. Tests that fail on main too do not count against a change. */
  failed: z.array(z.string()),
  problem: Refusal.optional(),
  /** Packages whose tests do not run here, with the reason: changes to them cannot be measured until they do. */
  lacking: z.array(z.object({ root: z.string(), why: z.string() })).default([]),
  /** How many runners of a monorepo were not tried: each is tried when a change first reaches it. */
  untried: z.number().default(0),
  /** The output, for the person who fixes it. */
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
  const { run, untried } = await tryMain(treeRunner, tree, signal);
  const failed = run.tests.filter(({ state }) => state === 'failed').map(({ id }) => id);
  const passed = run.tests.filter(({ state }) => state === 'passed').length;
  const lacking = lackingIn(run);
  const isElsewhere = passed > 0 && lacking.every(({ root }) => root !== '.');
  // If not a single test passes, there is nothing on main to measure work against.
  const problem = isElsewhere ? undefined : (unmeasurable(run) ?? (passed === 0 ? runProblems(run)[0] : undefined));
  const result: MainTests = {
    state: problem ? 'unmeasured' : failed.length > 0 ? 'red' : 'green',
    runners: [...new Set(run.runs.map(({ runner }) => runner.runner))],
    ...{ passed, failed, lacking, untried },
    ...(problem ? { problem } : {}),
    output: run.output,
  };
  if (problem) return result;
  await rememberRun(treeRunner, tree, run);
  await treeRunner.remember(name, result);
  return result;
}

/** A monorepo's runners one by one, until each kind was tried and some test passed. */
async function tryMain(
  treeRunner: TreeRunner,
  tree: TreeHash,
  signal: AbortSignal,
): Promise<{ readonly run: WholeRun; readonly untried: number }> {
  const all = await withTests(treeRunner, tree, await treeRunner.runners(tree));
  const { first, rest } = someOfEachKind(all);
  let run = await runAll(treeRunner, tree, first, signal);
  let tried = first.length;
  for (const runner of rest) {
    if (run.tests.some(({ state }) => state === 'passed')) break;
    run = joined(run, await runAll(treeRunner, tree, [runner], signal));
    tried += 1;
  }
  return { run, untried: all.length - tried };
}

const joined = (one: WholeRun, other: WholeRun): WholeRun => ({
  runs: [...one.runs, ...other.runs],
  tests: [...one.tests, ...other.tests],
  evidence: [...one.evidence, ...other.evidence],
  output: `${one.output}\n\n${other.output}`,
});

/** The result if nothing passed because nothing could run. */
const lackingIn = ({ runs }: WholeRun): MainTests['lacking'] =>
  runs.flatMap(({ runner: { root }, result: { outcome, tests } }) =>
    (outcome.type === 'infrastructure' || outcome.type === 'broken') && !tests.some(({ state }) => state === 'passed')
      ? [{ root, why: outcome.message.split('\n')[0] ?? '' }]
      : [],
  );

/** For a person who sets a monorepo up: the runners that were not tried, and those that do not run. Empty if there are none. */
export function notTried({ lacking, untried }: Pick<MainTests, 'lacking' | 'untried'>): string[] {
  const more = untried === 1 ? 'one more package is' : `${untried} more packages are`;
  return [
    ...(untried > 0 ? [`${more} tried when a change first reaches them`] : []),
    ...lacking.map(({ root, why }) => `the tests in ${root} do not run on main: ${why}`),
  ];
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
