import { EXIT } from '#contracts/errors.ts';
import { startRun } from '#engine/drive/runs.ts';
import type { Runs } from '#engine/runs.ts';
import { HybridBegin } from '#workflows/hybrid-tdd/ports.ts';
import type { Cli } from '../../cli/context.ts';
import { type Driven, drive, reportDrive } from '../../cli/drive.ts';
import type { Screen } from '../../cli/screen.ts';
import type { RunRuntimeOptions } from '../../runtime-types.ts';
import { readTddRun } from '../read-result.ts';
import { hybridTddRuntime } from '../runtime.ts';
import { followTdd } from './follow-tdd.ts';
import { tddSummary } from './tdd-summary.ts';

export interface RunTddOptions extends RunRuntimeOptions {
  readonly json: boolean;
}

/** Drives a run of hybrid TDD from its beginning, shows it, and reports the result. */
export async function runTdd(cli: Cli, runs: Runs, begin: HybridBegin, options: RunTddOptions): Promise<number> {
  const runtime = await hybridTddRuntime(runs, begin, cli.env, options);
  try {
    const follow = followTdd(runs.home);
    const driven = await drive(cli.screen, runs, { json: options.json, follow }, (listener) =>
      startRun(runtime.deps, runtime.graph, {
        input: HybridBegin.parse(begin),
        title: `tdd ${begin.spec.module}`,
        session: runtime.project.session,
        simulated: begin.simulated !== undefined,
        listener,
      }),
    );
    return await reportTdd(cli.screen, runs, driven, options.json);
  } finally {
    await runtime.close();
  }
}

/** The result of a run, or how to continue one without an end yet. Returns the exit code. */
export async function reportTdd(screen: Screen, runs: Runs, driven: Driven, json: boolean): Promise<number> {
  const result = driven.result.status === 'completed' ? (await readTddRun(runs, driven.run)).result : null;
  if (result === null) return reportDrive(screen, driven, json);
  if (json) screen.json({ run: driven.run, ...result });
  else for (const line of tddSummary(driven.run, result, screen)) screen.out(line);
  return result.success ? EXIT.done : EXIT.failed;
}
