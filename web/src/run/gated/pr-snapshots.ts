import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { inlineOf, valueIn } from '../payload-value.ts';
import type { RunSnapshot } from '../run-snapshot.ts';
import { type Answered, finishedIn, type GatedStateView, type PrSnapshotView, readSnapshot } from './gated-state.ts';

export interface Stand extends PrSnapshotView {
  readonly seq: number;
  readonly at: number;
  readonly act: string;
  readonly node: string;
}

const NODES = new Set(['act', 'attempt', 'wait', 'blind', 'review', 'halt']);

/** The state of the PR each time it was handed on; one too large for the log is skipped until it was read. */
export function prSnapshotsOf(events: readonly RunEvent[], read: ReadonlyMap<string, Json> = new Map()): Stand[] {
  return events.flatMap((event) => {
    if (event.type !== 'node.scheduled' || !NODES.has(event.data.node)) return [];
    const snapshot = readSnapshot(valueIn(event.data.input, read));
    return snapshot ? [{ ...snapshot, seq: event.seq, at: event.at, act: event.data.act, node: event.data.node }] : [];
  });
}

/** What was handed on, for reading what is too large for the log. */
export const handedOn = (events: readonly RunEvent[]): Payload[] =>
  events.flatMap((event) => (event.type === 'node.scheduled' && NODES.has(event.data.node) ? [event.data.input] : []));

/** A call of the agent, the PR's state when it came, and its answer. */
export interface CallAnswered {
  readonly seq: number;
  readonly at: number;
  readonly act: string;
  readonly before: GatedStateView | null;
  readonly state: GatedStateView;
  readonly answered: Answered;
}

/**
 * Every call once. While a second author writes or a reviewer reads, the previous answer is handed on and is no new
 * one.
 */
export function answersOf(stands: readonly Stand[]): CallAnswered[] {
  let before: GatedStateView | null = null;
  let reviewed = false;
  return stands.flatMap(({ answered, node, ...stand }) => {
    if (node === 'act') {
      // A call's follow-up moves belong to it: it came when the first of them began.
      before ??= stand.state;
      return [];
    }
    const was = before;
    const isNew = answered !== null && !reviewed;
    before = null;
    reviewed = node === 'review' || node === 'blind';
    return isNew ? [{ ...stand, before: was, answered }] : [];
  });
}

/** The state of the PR; a successful run has merged since it was last handed on. */
export function standNow(stands: readonly Stand[], { view }: Pick<RunSnapshot, 'view'>): GatedStateView | null {
  const state = stands.at(-1)?.state ?? null;
  if (!state || view.status !== 'completed') return state;
  return { ...state, status: 'PLAN_DONE', counter: 0, lastError: null, finished: finishedIn(inlineOf(view.output)) };
}

/**
 * Something was measured and not accepted. A call that was not legal is no refusal of work, and neither is a draft that
 * waits for a person.
 */
export const isRefusal = ({ answered: { answer } }: CallAnswered): boolean =>
  answer.status === 'FAILURE' && !answer.refused && answer.reasons.every(({ code }) => code !== 'WORD_NEEDED');
