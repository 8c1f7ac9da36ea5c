import type { RunId } from '#contracts/ids.ts';
import type { RunStore } from '#contracts/store.ts';

/** The run that a conversation began as: a fork continues with what its agent's program keeps of the first. */
export async function conversationOf(store: Pick<RunStore, 'header'>, run: RunId): Promise<RunId> {
  const from = (await store.header(run))?.forkedFrom?.run;
  return from === undefined ? run : conversationOf(store, from);
}
