import { EXIT } from '#contracts/errors.ts';
import { forkAt } from '#engine/steering/fork-at.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { reportDrive } from '../drive.ts';
import { findRunHere } from '../near-here.ts';

export interface ForkOptions extends JsonOption {
  readonly at: number;
  readonly resume?: boolean;
  readonly fast?: boolean;
}

export async function forkCommand(cli: Cli, wanted: string, options: ForkOptions): Promise<number> {
  const { screen } = cli;
  return withRuns(cli.env, async (runs) => {
    const { run, forkedFrom } = await forkAt(runs, (await findRunHere(cli, runs, wanted)).run, options.at);
    const said = `run ${run} is a fork of ${forkedFrom.run} at event ${forkedFrom.seq}`;
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
