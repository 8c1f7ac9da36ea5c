import { z } from 'zod';
import type { BlobStore } from '#contracts/blobs.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import { type ActivationId, type RunId, Seq } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { CALL_SIGNAL } from '#contracts/signals.ts';
import type { RunStore } from '#contracts/store.ts';
import { fromLog } from '#engine/payloads.ts';
import { EMPTY } from '#engine/step/state.ts';
import { PendingCall, PrSnapshot } from '#workflows/gated-pr/pr-snapshot.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';

/** The state of a gated PR in a run's log, and the answer to each call. */
export interface RunPrSnapshot {
  readonly state: GatedState;
  /** Newest last. */
  readonly answers: readonly NonNullable<PrSnapshot['answered']>[];
  /** The ticket of the call in progress. */
  readonly busy: string | null;
  /** Tickets of calls that are in the log and not answered. */
  readonly taken: readonly string[];
  /** Something outside of the work failed repeatedly; a person is asked whether to try again. */
  readonly stuck: { readonly act: ActivationId; readonly error: ErrorInfo } | null;
}

/** Reads a log once and then only new events, however often it is called. */
export function prSnapshotReader(store: RunStore, blobs: BlobStore): (run: RunId) => Promise<RunPrSnapshot | null> {
  const known = new Map<RunId, { readonly seq: number; readonly view: View }>();
  return async (run) => {
    let { seq, view } = known.get(run) ?? { seq: 0, view: NOTHING };
    for await (const event of store.read(run, Seq.parse(seq + 1))) {
      seq = event.seq;
      view = await after(view, event, blobs);
    }
    known.set(run, { seq, view });
    const { state } = view;
    return state && { ...view, state };
  };
}

export const prSnapshotOf = (store: RunStore, blobs: BlobStore, run: RunId): Promise<RunPrSnapshot | null> =>
  prSnapshotReader(store, blobs)(run);

type View = Omit<RunPrSnapshot, 'state'> & { readonly state: GatedState | null };
const NOTHING: View = { state: null, answers: [], busy: null, taken: [], stuck: null };

/** Only the newest answers are still asked for. */
const KEPT_ANSWERS = 20;
const NODES = new Set(['act', 'review', 'wait', 'halt', 'attempt']);
const Ticketed = z.object({ ticket: z.string() });

async function after(view: View, event: RunEvent, blobs: BlobStore): Promise<View> {
  switch (event.type) {
    case 'signal.received': {
      const { signal, payload } = event.data;
      if (signal !== CALL_SIGNAL) return { ...view, stuck: null };
      const { ticket } = Ticketed.parse(await fromLog(payload, EMPTY, blobs));
      return view.taken.includes(ticket) ? view : { ...view, taken: [...view.taken, ticket] };
    }
    case 'node.failed': {
      const { act, error, next } = event.data;
      return next.do === 'ask' ? { ...view, stuck: { act, error } } : view;
    }
    case 'node.scheduled': {
      const { node, input } = event.data;
      return NODES.has(node) ? scheduled(view, node, await fromLog(input, EMPTY, blobs)) : view;
    }
    default:
      return view;
  }
}

function scheduled(view: View, node: string, payload: unknown): View {
  if (node === 'act' || node === 'review') {
    const { state, ticket } = PendingCall.parse(payload);
    return { ...view, state, busy: ticket, stuck: null };
  }
  const { state, answered } = PrSnapshot.parse(payload);
  const taken = view.taken.filter((ticket) => ticket !== answered?.ticket);
  const answers = answered ? [...view.answers, answered].slice(-KEPT_ANSWERS) : view.answers;
  return { state, answers, taken, busy: null, stuck: null };
}
