import { startRun } from '#engine/drive/runs.ts';
import { gatedPrExample } from '../../gated-pr/example-run.ts';
import { withRuns } from '../../open-runs.ts';
import { commandName } from '../command-name.ts';
import type { Cli, JsonOption } from '../context.ts';
import { drive, driveExitCode, reportDrive } from '../drive.ts';
import { followPlan } from '../live/follow-plan.ts';
import { planSummary } from './demo-gated-pr-summary.ts';

export interface GatedDemoOptions extends JsonOption {
  readonly fast?: boolean;
}

/** A plan of two PRs, driven to merged by a simulated engineer that also tries to cheat. Everything else is real. */
export async function demoGatedPr(cli: Cli, options: GatedDemoOptions): Promise<number> {
  const { screen } = cli;
  const json = options.json ?? false;
  return withRuns(cli.env, async (runs) => {
    const { runtime, begin, title } = await gatedPrExample(runs, cli.env, { timeScale: options.fast ? 0 : 1 });
    try {
      const session = runtime.project.session;
      const driven = await drive(screen, runs, { json, follow: followPlan }, (listener) =>
        startRun(runtime.deps, runtime.graph, { input: begin, title, session, simulated: true, listener }),
      );
      if (driven.result.status !== 'completed' || json) return reportDrive(screen, driven, json);
      const assay = commandName(process.env);
      for (const line of await planSummary(screen, runs, driven.run)) screen.out(line);
      for (const line of [
        '',
        screen.paint('bold', 'Next'),
        `  git -C ${begin.repository} log --oneline --graph`,
        `  ${assay} runs show ${driven.run}`,
        `  ${assay} init            set up your own repository`,
        `  ${assay} connect claude  or let your own agent call the gates`,
      ])
        screen.outAsIs(line);
      return driveExitCode(driven.result, driven.interrupted);
    } finally {
      await runtime.close();
    }
  });
}
