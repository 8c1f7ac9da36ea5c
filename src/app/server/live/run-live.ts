import { isOver } from '#contracts/http/run-shown.ts';
import type { RunId } from '#contracts/ids.ts';
import type { ServerContext } from '../server-context.ts';
import { showRun } from '../shown-run.ts';
import { readPage } from './read-page.ts';
import type { SseMessage } from './sse.ts';

const PAGE = 200;

/**
 * A run in progress, after a given event. Everything is read from the store when the client is ready for it, so it
 * makes no difference which process drives the run, how fast it grows, or how slowly the client reads.
 */
export async function* runLive(
  serverContext: ServerContext,
  run: RunId,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SseMessage> {
  const { watch, drives } = serverContext;
  const { store } = serverContext.runs;
  let seen: number | null = null;
  let told = '';
  let heard = drives.lastSaid(run);
  while (!signal.aborted) {
    const { stamp } = watch;
    const header = await store.header(run);
    if (!header) return;
    const shown = showRun(serverContext, header);
    // A repaired log may be shorter than what the client has.
    seen ??= Math.min(after, header.head);
    // Events first: before a client learns that a run is over, it has seen why.
    while (seen < header.head) {
      const events = await readPage(store, run, { from: seen + 1, to: header.head, limit: PAGE });
      seen = events.at(-1)?.seq ?? header.head;
      yield { event: 'events', id: seen, data: { events } };
    }
    for (const { no, ...said } of drives.saidAfter(run, heard)) {
      heard = no;
      yield { event: 'say', data: said };
    }
    const now = JSON.stringify(shown);
    if (now !== told) yield { event: 'run', data: shown };
    told = now;
    if (isOver(shown.shown)) return yield { event: 'end', data: { shown: shown.shown } };
    await watch.after(stamp, signal);
  }
}
