import { openProject, requireConfig } from '#attempts/open-project.ts';
import { EXIT } from '#contracts/errors.ts';
import { mainRun } from '#gates/ledger/main-run.ts';
import { rememberRun } from '#gates/ledger/tree-run.ts';
import { overran, runAll, unmeasurable } from '#gates/proofs/run-all.ts';
import { isProven } from '#gates/unproven.ts';
import { treeRunnerOf } from '../../gated-pr/make-graph.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { exitCodeFor, onInterrupt } from '../interrupts.ts';

/**
 * Runs the tests of main once, as a gate runs them: on a checkout of its own, in the sandbox, with the dependencies of
 * the person's checkout. So problems with measuring show before an agent works.
 */
export async function measureMain(cli: Cli, { json }: JsonOption): Promise<number> {
  const stop = new AbortController();
  const interrupts = onInterrupt(() => stop.abort());
  try {
    return await withRuns(cli.env, async (runs) => {
      const project = await openProject(runs, process.cwd(), cli.env);
      const { main = 'main' } = requireConfig(project.config, project.repository.folder);
      const { repository } = project;
      const tree = await repository.treeOf(await repository.resolve(main));
      const treeRunner = treeRunnerOf(project, runs.blobs);
      const runners = await treeRunner.runners(tree);
      const run = await runAll(treeRunner, tree, runners, stop.signal);
      await rememberRun(treeRunner, tree, run);
      const problem = unmeasurable(run) ?? overran(run);
      const measured = run.runs.map(({ runner: { runner, root }, result: { outcome, tests, durationMs } }) => ({
        ...{ runner, root, outcome, ms: Math.round(durationMs), proven: isProven({ runner }) },
        tests: tests.length,
        failed: tests.filter(({ state }) => state === 'failed').length,
      }));
      if (problem === null && measured.some(({ tests }) => tests > 0))
        await mainRun(treeRunner, tree, runners, stop.signal);
      const isMeasurable = problem === null && measured.length > 0 && measured.every(({ tests }) => tests > 0);
      if (json) cli.screen.json({ tree, measurable: isMeasurable, runs: measured, problem });
      else {
        cli.screen.outAsIs(run.output);
        if (problem) cli.screen.err(`${problem.code}: ${problem.message}\n  next: ${problem.next}`);
      }
      return isMeasurable ? EXIT.done : EXIT.failed;
    });
  } catch (thrown) {
    if (interrupts.got) return exitCodeFor(interrupts.got);
    throw thrown;
  } finally {
    interrupts.release();
  }
}
