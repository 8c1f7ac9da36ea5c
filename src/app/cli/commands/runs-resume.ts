import { EXIT } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { workerName } from '#engine/drive/driver-id.ts';
import { resumeRun } from '#engine/drive/runs.ts';
import { type Runs, statusOf } from '#engine/runs.ts';
import { resumeElsewhere } from '#engine/steering/steer-run.ts';
import { withRuns } from '../../open-runs.ts';
import { runtimeFor } from '../../runtime.ts';
import { workflowNamed } from '../../workflows.ts';
import { answerHere } from '../answer-here.ts';
import type { Cli, JsonOption } from '../context.ts';
import { type Driven, drive, reportDrive } from '../drive.ts';
import { me } from '../me.ts';
import { findRunHere } from '../near-here.ts';
import { steeringFor } from './runs-steer.ts';

export interface ResumeCommandOptions extends JsonOption {
  readonly adopt?: boolean;
  readonly fast?: boolean;
  /** It waited in this terminal, where its past is still on the screen. */
  readonly isTold?: boolean;
}

export async function resumeCommand(cli: Cli, wanted: string, options: ResumeCommandOptions): Promise<number> {
  let done: Driven | undefined;
  const code = await withRuns(cli.env, async (runs) => {
    const found = await findRunHere(cli, runs, wanted);
    const { run, graph } = found;
    const there = await resumeElsewhere(steeringFor(cli, runs), found);
    if (there) return sayWhere(cli, runs, there.after, options);
    const driven = await driveRun(cli, runs, run, options);
    const json = options.json ?? false;
    done = driven;
    const { report } = workflowNamed(graph.name) ?? {};
    if (report) return report(cli, runs, driven, json);
    return reportDrive(cli.screen, driven, json);
  });
  if (!done || options.json) return code;
  return answerHere(cli, done, code, (run) => resumeCommand(cli, run, { ...options, isTold: true }));
}

/** Another process was still finishing work when it was paused, and continues it. */
function sayWhere({ screen }: Cli, runs: Runs, after: ListedRun, { json }: JsonOption): number {
  const { run, lease } = after;
  const where = lease ? workerName(lease.worker) : 'the process that drove it';
  if (json) screen.json({ run, asked: 'resume', heard: true, status: statusOf(after, runs) });
  else screen.out(`run ${run} continues in ${where}: assay runs watch ${run}`);
  return EXIT.done;
}

/** Continues a run in this process. */
export async function driveRun(cli: Cli, runs: Runs, run: RunId, options: ResumeCommandOptions): Promise<Driven> {
  const runtime = await runtimeFor(runs, run, options.fast ? { timeScale: 0 } : {});
  try {
    const header = await runs.store.header(run);
    const workflow = workflowNamed(header?.graph.name ?? '');
    const follow = await workflow?.follow?.(runs);
    const look = {
      ...(follow && { follow }),
      json: options.json ?? false,
      run,
      chapters: workflow?.chapters,
      isTold: options.isTold ?? false,
    };
    return await drive(cli.screen, runs, look, (listener) =>
      resumeRun(runtime.deps, runtime.graphs, run, {
        listener,
        ...(options.adopt ? { adopt: { by: me() } } : {}),
      }),
    );
  } finally {
    await runtime.close();
  }
}
