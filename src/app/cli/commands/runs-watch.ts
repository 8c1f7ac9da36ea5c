import { EXIT } from '#contracts/errors.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { statusOf } from '#engine/runs.ts';
import { withRuns } from '../../open-runs.ts';
import { workflowNamed } from '../../workflows.ts';
import { exitCodeOf } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { onInterrupt } from '../interrupts.ts';
import { followRun } from '../live/follow-run.ts';
import { tailRun } from '../live/tail-run.ts';
import { findRunHere } from '../near-here.ts';

export async function watchRun(cli: Cli, wanted: string, { json = false }: JsonOption): Promise<number> {
  const { screen } = cli;
  return withRuns(cli.env, async (runs) => {
    const { run, title, graph } = await findRunHere(cli, runs, wanted);
    const stop = new AbortController();
    const interrupts = onInterrupt(() => stop.abort());
    screen.gone.addEventListener('abort', () => stop.abort());
    const hint = 'Ctrl-C stops watching; the run continues';
    const follower = json
      ? null
      : await followRun(screen, {
          ...{ run, now: () => runs.clock.now(), blobs: runs.blobs, hint },
          chapters: workflowNamed(graph.name)?.chapters,
        });
    let seen = 0;
    try {
      const last = await tailRun(runs, run, stop.signal, (events) => {
        seen = events.at(-1)?.seq ?? seen;
        if (follower) follower.add(events);
        else for (const event of events) screen.json(event);
      });
      await follower?.end();
      const status = statusOf(last, runs);
      if (json) screen.json({ type: 'watch.ended', run, status });
      else screen.err(farewell(run, title, status, stop.signal.aborted));
      return exitCode(last, status, stop.signal.aborted);
    } finally {
      interrupts.release();
    }
  });
}

function farewell(run: string, title: string, status: string, stopped: boolean): string {
  if (stopped && status === 'running') return `run ${run} continues unwatched`;
  if (status === 'interrupted') return `run ${run} (${title}) is interrupted: assay runs resume ${run}`;
  if (status === 'waiting') return `run ${run} (${title}) waits for an answer: assay runs show ${run}`;
  return `run ${run} is ${status}`;
}

function exitCode({ error }: ListedRun, status: string, stopped: boolean): number {
  if (status === 'completed' || (stopped && status === 'running')) return EXIT.done;
  if (status === 'waiting' || status === 'paused') return EXIT.person;
  if (status === 'interrupted') return EXIT.later;
  return error ? exitCodeOf(error) : EXIT.failed;
}
