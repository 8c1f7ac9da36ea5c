import type { ShownRun } from '#contracts/http/run-shown.ts';
import { newestAndOpen, waitingIn } from '../list-runs.ts';
import { countWaiting } from '../permits.ts';
import type { ServerContext } from '../server-context.ts';
import type { SseMessage } from './sse.ts';

/** The list as it changes. */
export async function* listLive(serverContext: ServerContext, signal: AbortSignal): AsyncGenerator<SseMessage> {
  const told = new Map<string, string>();
  let all = true;
  let counts = '';
  while (!signal.aborted) {
    const { stamp } = serverContext.watch;
    const runs = await newestAndOpen(serverContext);
    const changed = runs.filter((run) => told.get(run.run) !== markOf(run));
    const needs = waitingIn(runs) + (await countWaiting(serverContext, runs));
    const totals = { needs, running: runs.filter(({ shown }) => shown === 'running').length };
    if (all || changed.length > 0 || JSON.stringify(totals) !== counts) {
      yield { event: 'runs', data: { runs: changed, ...totals, all } };
    }
    all = false;
    counts = JSON.stringify(totals);
    told.clear();
    for (const run of runs) told.set(run.run, markOf(run));
    await serverContext.watch.after(stamp, signal);
  }
}

/** Everything that can change in a line of the list. */
const markOf = ({ head, shown, driver, here }: ShownRun): string => `${head} ${shown} ${driver} ${here}`;
