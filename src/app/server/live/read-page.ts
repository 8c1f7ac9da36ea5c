import { type RunId, Seq } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunStore } from '#contracts/store.ts';

/** Events `from` … `to`, at most this many. */
export async function readPage(
  store: RunStore,
  run: RunId,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  if (from > to || limit < 1) return events;
  for await (const event of store.read(run, Seq.parse(Math.max(1, from)))) {
    if (event.seq > to) break;
    events.push(event);
    if (events.length >= limit) break;
  }
  return events;
}
