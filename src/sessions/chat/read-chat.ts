import { CHAT } from '#contracts/chat-turn.ts';
import { AssayError } from '#contracts/errors.ts';
import { type RunId, Seq } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { findRun } from '#engine/find-run.ts';
import { fromLog } from '#engine/payloads.ts';
import type { Runs } from '#engine/runs.ts';
import { EMPTY } from '#engine/step/state.ts';
import { ChatFold, payloadOf } from './chat-fold.ts';
import { keepFold, restoreFold } from './kept-fold.ts';

/** A conversation as of its current log; one that was read before is continued from there. */
export async function readChat(
  runs: Pick<Runs, 'store' | 'blobs' | 'home'>,
  run: RunId,
  fold = new ChatFold(),
): Promise<ChatFold> {
  if (fold.seq === 0) await restoreFold(runs, run, fold);
  let last: RunEvent | null = null;
  for await (const event of runs.store.read(run, Seq.parse(fold.seq + 1))) {
    const payload = payloadOf(event);
    // Most payloads are in the event itself: nothing is waited for.
    const value = payload === null ? null : fromLog(payload, EMPTY, runs.blobs);
    fold.add(event, value instanceof Promise ? await value : value);
    last = event;
  }
  if (last !== null) await keepFold(runs.home, run, fold, last);
  return fold;
}

/** The run a person means, if it is a conversation. `last` is the newest one. */
export async function findChat({ store }: Pick<Runs, 'store'>, wanted: string) {
  if (wanted === 'last') {
    const newest = (await store.list()).find(({ graph }) => graph.name === CHAT);
    if (newest) return newest;
    throw new AssayError('RUN_UNKNOWN', 'there are no conversations yet', { next: '`assay chat` begins one.' });
  }
  const found = await findRun(store, wanted).catch((thrown: unknown) => {
    if (!(thrown instanceof AssayError) || !thrown.message.startsWith('there is no run')) throw thrown;
    throw new AssayError('RUN_UNKNOWN', `there is no conversation "${wanted}"`, {
      next: '`assay sessions list` lists them; the beginning of an id is enough, and `last` is the newest.',
    });
  });
  if (found.graph.name === CHAT) return found;
  throw new AssayError('RUN_UNKNOWN', `run ${found.run} is not a conversation: its workflow is ${found.graph.name}`, {
    next: '`assay chat --resume last` continues the newest one.',
  });
}
