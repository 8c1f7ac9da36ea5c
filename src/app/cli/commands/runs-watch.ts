import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT } from '#contracts/errors.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { findRun } from '../../find-run.ts';
import { eventsOf, isDriven, type Runs, statusOf, withRuns } from '../../runs.ts';
import { exitCodeOf } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { onInterrupt } from '../interrupts.ts';
import { followRun } from '../live/follow-run.ts';

const POLL_MS = 150;
/** Nobody drives it: how long to wait for somebody who might be about to. */
const IDLE_MS = 1_000;

export async function watchRun(cli: Cli, wanted: string, { json = false }: JsonOption): Promise<number> {
  const { screen } = cli;
  return withRuns(cli.env, async (runs) => {
    const { run, title } = await findRun(runs.store, wanted);
    const stop = new AbortController();
    const interrupts = onInterrupt(() => stop.abort());
    screen.gone.addEventListener('abort', () => stop.abort());
    const hint = 'Ctrl-C stops watching; the run goes on';
    const follower = json ? null : await followRun(screen, { run, now: () => runs.clock.now(), hint });
    let seen = 0;
    try {
      const last = await follow(runs, run, stop.signal, (events) => {
        seen = events.at(-1)?.seq ?? seen;
        if (follower) follower.add(events);
        else for (const event of events) screen.json(event);
      });
      follower?.end();
      const status = statusOf(last, runs);
      if (json) screen.json({ type: 'watch.ended', run, status });
      else screen.err(farewell(run, title, status, stop.signal.aborted));
      return exitCode(last, status, stop.signal.aborted);
    } finally {
      interrupts.release();
    }
  });
}

type Tell = (events: Awaited<ReturnType<typeof eventsOf>>) => void;

/** Until it has ended, or waits and nobody drives it, or the watcher goes. */
async function follow(runs: Runs, run: ListedRun['run'], signal: AbortSignal, tell: Tell): Promise<ListedRun> {
  let seen = 0;
  let version = Number.NaN;
  let idleSince: number | null = null;
  for (;;) {
    const now = runs.store.version();
    if (now !== version) {
      version = now;
      const events = await eventsOf(runs.store, run, seen);
      seen = events.at(-1)?.seq ?? seen;
      if (events.length > 0) tell(events);
    }
    const header = await findRun(runs.store, run);
    const idle = !isDriven(header, runs);
    idleSince = idle ? (idleSince ?? runs.clock.monotonic()) : null;
    const over = header.status !== 'running' && header.status !== 'paused';
    const left = idleSince !== null && runs.clock.monotonic() - idleSince > IDLE_MS;
    if (signal.aborted || ((over || left) && header.head === seen)) return header;
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

function farewell(run: string, title: string, status: string, stopped: boolean): string {
  if (stopped && status === 'running') return `run ${run} goes on without being watched`;
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
