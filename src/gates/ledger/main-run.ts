import { z } from 'zod';
import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { WholeRun } from '../proofs/run-all.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';
import { timeOnMain } from './time-limit.ts';
import { type TreeRun, treeRun } from './tree-run.ts';

/** How every test ends on main, in one run of all; its duration decides the limit of later runs. */
export async function mainRun(
  treeRunner: TreeRunner,
  main: TreeHash,
  runners: readonly ProjectRunner[],
  signal: AbortSignal,
): Promise<TreeRun> {
  const run = await treeRun(treeRunner, main, runners, signal);
  const times: MainTimes['times'] = [];
  for (const { runner, root } of runners) {
    const ms = run.times[timeOnMain({ runner, root })];
    if (ms === undefined) continue;
    times.push({ runner, root, ms });
    await treeRunner.remember(timeOnMain({ runner, root }), { ms });
  }
  await treeRunner.remember(LATEST_TIMES, { tree: main, times });
  return run;
}

/** The duration of main's last measurement, for display. */
export const LATEST_TIMES = 'times of main';
export const MainTimes = z.object({
  tree: z.string(),
  times: z.array(z.object({ runner: z.string(), root: z.string(), ms: z.number() })),
});
type MainTimes = z.infer<typeof MainTimes>;

/**
 * A build, a set-up or a runner that breaks on main too says nothing about the work. Main is run only where a run broke
 * and named no file that broke it.
 */
export async function brokenOnMain(
  treeRunner: TreeRunner,
  main: TreeHash,
  runners: readonly ProjectRunner[],
  { runs }: WholeRun,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const broken = runs.find(
    ({ result: { outcome } }) =>
      outcome.type === 'broken' &&
      outcome.kind !== 'time-out' &&
      outcome.failures.every(({ file }) => file === undefined),
  );
  if (broken?.result.outcome.type !== 'broken') return null;
  if (!(await mainRun(treeRunner, main, runners, signal)).partial) return null;
  return {
    code: 'RUNNER_FAILED',
    message: `${broken.runner.runner} does not run on main either: ${broken.result.outcome.message}`,
    next: 'Nothing was counted. A person fixes the tests on main, or sets in .assay/config.json how they are run ("test", with "setup").',
  };
}
