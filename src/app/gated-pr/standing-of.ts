import type { BlobStore } from '#contracts/blobs.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunStore } from '#contracts/store.ts';
import { fromLog } from '#engine/payloads.ts';
import { EMPTY } from '#engine/step/state.ts';
import { Calling, Standing } from '#workflows/gated-pr/standing.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';

/** What a run's log says of a gated PR: where it stands, and how each call was answered. */
export interface RunStanding {
  readonly state: GatedState;
  /** Newest last. */
  readonly answers: readonly NonNullable<Standing['answered']>[];
  /** The ticket of a call that is being worked on. */
  readonly busy: string | null;
}

export async function standingOf(store: RunStore, blobs: BlobStore, run: RunId): Promise<RunStanding | null> {
  let state: GatedState | null = null;
  let busy: string | null = null;
  const answers: NonNullable<Standing['answered']>[] = [];
  for await (const event of store.read(run)) {
    const input = inputOf(event);
    if (!input) continue;
    const payload = await fromLog(input.payload, EMPTY, blobs);
    if (input.node === 'act' || input.node === 'review') {
      const calling = Calling.parse(payload);
      state = calling.state;
      busy = calling.ticket;
      continue;
    }
    const standing = Standing.parse(payload);
    state = standing.state;
    busy = null;
    if (standing.answered) answers.push(standing.answered);
  }
  return state && { state, answers, busy };
}

const NODES = new Set(['act', 'review', 'wait', 'halt', 'attempt']);

const inputOf = (event: RunEvent): { node: string; payload: Payload } | null =>
  event.type === 'node.scheduled' && NODES.has(event.data.node)
    ? { node: event.data.node, payload: event.data.input }
    : null;
