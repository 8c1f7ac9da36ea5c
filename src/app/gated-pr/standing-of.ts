import type { BlobStore } from '#contracts/blobs.ts';
import { type RunId, Seq } from '#contracts/ids.ts';
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

/** Answers that are still asked for are the newest ones. */
const KEPT_ANSWERS = 20;

/** Reads a log once and then only what is new of it, however often it is asked. */
export function standingReader(store: RunStore, blobs: BlobStore): (run: RunId) => Promise<RunStanding | null> {
  const known = new Map<RunId, { readonly seq: number; readonly standing: RunStanding | null }>();
  return async (run) => {
    let { seq, standing } = known.get(run) ?? { seq: 0, standing: null };
    for await (const event of store.read(run, Seq.parse(seq + 1))) {
      seq = event.seq;
      const input = inputOf(event);
      if (input) standing = after(standing, input.node, await fromLog(input.payload, EMPTY, blobs));
    }
    known.set(run, { seq, standing });
    return standing;
  };
}

export const standingOf = (store: RunStore, blobs: BlobStore, run: RunId): Promise<RunStanding | null> =>
  standingReader(store, blobs)(run);

function after(before: RunStanding | null, node: string, payload: unknown): RunStanding {
  const answers = before?.answers ?? [];
  if (node === 'act' || node === 'review') {
    const { state, ticket } = Calling.parse(payload);
    return { state, answers, busy: ticket };
  }
  const { state, answered } = Standing.parse(payload);
  return { state, busy: null, answers: answered ? [...answers, answered].slice(-KEPT_ANSWERS) : answers };
}

const NODES = new Set(['act', 'review', 'wait', 'halt', 'attempt']);

const inputOf = (event: RunEvent): { node: string; payload: Payload } | null =>
  event.type === 'node.scheduled' && NODES.has(event.data.node)
    ? { node: event.data.node, payload: event.data.input }
    : null;
