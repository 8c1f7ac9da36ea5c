import type { RunId } from '#contracts/ids.ts';
import { GATED_PR, HYBRID_TDD } from '#contracts/workflow-names.ts';
import { resumeRun } from '#engine/drive/runs.ts';
import { findRun } from '../../find-run.ts';
import { type Runs, withRuns } from '../../runs.ts';
import { workbenchFor } from '../../workbench.ts';
import type { Cli, JsonOption } from '../context.ts';
import { type Driven, type DriveOptions, drive, reportDrive } from '../drive.ts';
import { me } from '../me.ts';

export interface ResumeCommandOptions extends JsonOption {
  readonly adopt?: boolean;
  readonly fast?: boolean;
}

export async function resumeCommand(cli: Cli, wanted: string, options: ResumeCommandOptions): Promise<number> {
  return withRuns(cli.env, async (runs) => {
    const { run, status, graph } = await findRun(runs.store, wanted);
    // Who resumes a paused run means it; the driver takes this in first.
    if (status === 'paused') await runs.store.post(run, { type: 'resume' }, me(), runs.clock.now());
    const driven = await driveRun(cli, runs, run, options);
    const json = options.json ?? false;
    if (graph.name === HYBRID_TDD) return (await import('./tdd-run.ts')).reportTdd(cli.screen, runs, driven, json);
    return reportDrive(cli.screen, driven, json);
  });
}

/** Goes on with a run in this process. */
export async function driveRun(cli: Cli, runs: Runs, run: RunId, options: ResumeCommandOptions): Promise<Driven> {
  const bench = await workbenchFor(runs, run, options.fast ? { timeScale: 0 } : {});
  try {
    const header = await runs.store.header(run);
    const follow = await followFor(header?.graph.name ?? '', runs);
    return await drive(cli.screen, runs, { json: options.json ?? false, run, ...follow }, (listener) =>
      resumeRun(bench.deps, bench.graphs, run, { listener, ...(options.adopt ? { adopt: { by: me() } } : {}) }),
    );
  } finally {
    await bench.close();
  }
}

/** Workflows that have a picture of their own. */
async function followFor(graph: string, { home }: Runs): Promise<Pick<DriveOptions, 'follow'>> {
  if (graph === GATED_PR) return { follow: (await import('../live/follow-plan.ts')).followPlan };
  if (graph === HYBRID_TDD) return { follow: (await import('../live/follow-tdd.ts')).followTdd(home) };
  return {};
}
