import type { RunId } from '#contracts/ids.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import { resumeRun } from '#engine/drive/runs.ts';
import { findRun } from '../../find-run.ts';
import { type Runs, withRuns } from '../../runs.ts';
import { workbenchFor } from '../../workbench.ts';
import type { Cli, JsonOption } from '../context.ts';
import { type Driven, drive, reportDrive } from '../drive.ts';
import { me } from '../me.ts';

export interface ResumeCommandOptions extends JsonOption {
  readonly adopt?: boolean;
  readonly fast?: boolean;
}

export async function resumeCommand(cli: Cli, wanted: string, options: ResumeCommandOptions): Promise<number> {
  return withRuns(cli.env, async (runs) => {
    const { run, status } = await findRun(runs.store, wanted);
    // Who resumes a paused run means it; the driver takes this in first.
    if (status === 'paused') await runs.store.post(run, { type: 'resume' }, me(), runs.clock.now());
    return reportDrive(cli.screen, await driveRun(cli, runs, run, options), options.json ?? false);
  });
}

/** Goes on with a run in this process. */
export async function driveRun(cli: Cli, runs: Runs, run: RunId, options: ResumeCommandOptions): Promise<Driven> {
  const bench = await workbenchFor(runs, run, options.fast ? { timeScale: 0 } : {});
  try {
    const header = await runs.store.header(run);
    const follow =
      header?.graph.name === GATED_PR ? { follow: (await import('../live/follow-plan.ts')).followPlan } : {};
    return await drive(cli.screen, runs, { json: options.json ?? false, run, ...follow }, (listener) =>
      resumeRun(bench.deps, bench.graphs, run, { listener, ...(options.adopt ? { adopt: { by: me() } } : {}) }),
    );
  } finally {
    await bench.close();
  }
}
