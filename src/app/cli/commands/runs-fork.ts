import { EXIT } from '#contracts/errors.ts';
import { Seq } from '#contracts/ids.ts';
import { forkRun } from '#engine/drive/runs.ts';
import { findRun } from '../../find-run.ts';
import { withRuns } from '../../runs.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { reportDrive } from '../drive.ts';

export interface ForkOptions extends JsonOption {
  readonly at: number;
  readonly resume?: boolean;
  readonly fast?: boolean;
}

export async function forkCommand(cli: Cli, wanted: string, options: ForkOptions): Promise<number> {
  const { screen } = cli;
  return withRuns(cli.env, async (runs) => {
    const from = await findRun(runs.store, wanted);
    if (options.at > from.head) {
      throw usage(`run ${from.run} has no event ${options.at}`, `Its events are 1 to ${from.head}.`);
    }
    const run = await forkRun(runs, from.run, Seq.parse(options.at));
    const forkedFrom = (await findRun(runs.store, run)).forkedFrom;
    // Events that were written together stay together, so the cut may lie a little later.
    const said = `run ${run} begins as ${from.run} did, up to event ${forkedFrom?.seq ?? options.at}`;
    if (options.resume) {
      if (!options.json) screen.err(said);
      const { driveRun } = await import('./runs-resume.ts');
      return reportDrive(screen, await driveRun(cli, runs, run, options), options.json ?? false);
    }
    if (options.json) screen.json({ run, forkedFrom });
    else {
      screen.out(said);
      screen.out(`  ${screen.paint('dim', 'next:')} assay runs resume ${run}`);
    }
    return EXIT.done;
  });
}
