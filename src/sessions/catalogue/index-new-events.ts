import { type RunId, Seq } from '#contracts/ids.ts';
import { fromLog } from '#engine/payloads.ts';
import type { Runs } from '#engine/runs.ts';
import { EMPTY } from '#engine/step/state.ts';
import { payloadOf } from '../chat/chat-fold.ts';
import { ChatState } from '../chat/chat-types.ts';
import { type SaidWords, saidIn } from './said-in.ts';
import type { SaidIndex } from './said-index.ts';

type Logs = Pick<Runs, 'store' | 'blobs'>;

/** Indexes the text of a conversation after an event. */
export async function indexNewEvents(
  { store, blobs }: Logs,
  index: SaidIndex,
  run: RunId,
  from: number,
): Promise<void> {
  const said: SaidWords[] = [];
  let head = from;
  for await (const event of store.read(run, Seq.parse(from + 1))) {
    head = event.seq;
    const payload = event.type === 'node.scheduled' || event.type === 'node.completed' ? payloadOf(event) : null;
    const words = payload === null ? null : saidIn(event, await fromLog(payload, EMPTY, blobs));
    if (words !== null) said.push(words);
  }
  index.add(run, from, head, said);
}

/** The folder of a conversation, from its first event. */
export async function folderOf({ store, blobs }: Logs, run: RunId): Promise<string | null> {
  for await (const event of store.read(run)) {
    const payload = payloadOf(event);
    const state = ChatState.safeParse(payload === null ? null : await fromLog(payload, EMPTY, blobs));
    return state.success ? state.data.settings.folder : null;
  }
  return null;
}
