import { CHAT } from '#contracts/chat-turn.ts';
import { AssayError } from '#contracts/errors.ts';
import { type RunId, Seq } from '#contracts/ids.ts';
import { findRun } from '#engine/find-run.ts';
import { fromLog } from '#engine/payloads.ts';
import type { Runs } from '#engine/runs.ts';
import { EMPTY } from '#engine/step/state.ts';
import { ChatFold, payloadOf } from './chat-fold.ts';

/** A conversation as its log tells it by now; one that was read before is read on. */
export async function readChat(
  { store, blobs }: Pick<Runs, 'store' | 'blobs'>,
  run: RunId,
  fold = new ChatFold(),
): Promise<ChatFold> {
  for await (const event of store.read(run, Seq.parse(fold.seq + 1))) {
    const payload = payloadOf(event);
    fold.add(event, payload === null ? null : await fromLog(payload, EMPTY, blobs));
  }
  return fold;
}

/** The run a person means, if it is a conversation. `last` is the newest of those. */
export async function findChat({ store }: Pick<Runs, 'store'>, wanted: string) {
  if (wanted === 'last') {
    const newest = (await store.list()).find(({ graph }) => graph.name === CHAT);
    if (newest) return newest;
    throw new AssayError('RUN_UNKNOWN', 'there are no conversations yet', { next: '`assay chat` begins one.' });
  }
  const found = await findRun(store, wanted);
  if (found.graph.name === CHAT) return found;
  throw new AssayError('RUN_UNKNOWN', `run ${found.run} is no conversation: its workflow is ${found.graph.name}`, {
    next: '`assay chat --resume last` goes on with the newest one.',
  });
}
