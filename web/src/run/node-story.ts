import type { ErrorInfo } from '#contracts/errors.ts';
import type { ActivationId, TreeHash } from '#contracts/ids.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { NO_USAGE, type Usage } from '#contracts/usage.ts';
import type { SpanEnd } from './spans.ts';

export interface AttemptStory {
  readonly attempt: number;
  readonly from: number;
  readonly to: number | null;
  readonly end: SpanEnd | null;
  readonly ms: number;
  readonly usage: Usage;
  readonly error: ErrorInfo | null;
}

export interface Exchange {
  readonly signal: string;
  readonly question: Payload | null;
  readonly askedAt: number;
  readonly answer: Payload | null;
  readonly by: string | null;
  readonly answeredAt: number | null;
}

/** All that the log has of one activation. The same from a live run and from an exported one. */
export interface NodeStory {
  readonly input: Payload | null;
  readonly result: Payload | null;
  /** What it handed on, where that is not its result: the inputs of those it led to. */
  readonly handedOn: readonly Payload[];
  readonly to: readonly string[];
  readonly tree: TreeHash | null;
  readonly attempts: readonly AttemptStory[];
  readonly effects: readonly { readonly key: string; readonly done: Payload | null }[];
  readonly exchanges: readonly Exchange[];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface Draft {
  input: Payload | null;
  result: Payload | null;
  handedOn: Payload[];
  to: readonly string[];
  tree: TreeHash | null;
  attempts: Writable<AttemptStory>[];
  effects: { key: string; done: Payload | null }[];
  exchanges: Writable<Exchange>[];
}

export function nodeStory(events: readonly RunEvent[], act: ActivationId): NodeStory {
  const story: Draft = {
    input: null,
    result: null,
    handedOn: [],
    to: [],
    tree: null,
    attempts: [],
    effects: [],
    exchanges: [],
  };
  for (const event of events) {
    if ('act' in event.data && event.data.act === act) take(story, event);
    else if (event.type === 'node.scheduled' && event.data.by === act) story.handedOn.push(event.data.input);
    else if (event.type === 'join.arrived' && event.data.from === act) story.handedOn.push(event.data.payload);
  }
  return story;
}

function take(story: Draft, event: RunEvent): void {
  switch (event.type) {
    case 'node.scheduled':
      story.input = event.data.input;
      return;
    case 'node.started':
    case 'graph.entered':
      if (story.attempts.at(-1)?.end === null) return;
      story.attempts.push(begun(event.data.attempt, event.at));
      return;
    case 'node.completed':
      story.result = event.data.result ?? null;
      story.to = event.data.to;
      story.tree = event.data.tree ?? null;
      return end(story, event.at, { end: 'completed', ms: event.data.ms, usage: event.data.usage });
    case 'node.asked': {
      const { signal, question, ms, usage } = event.data;
      story.exchanges.push({ signal, question, askedAt: event.at, answer: null, by: null, answeredAt: null });
      return end(story, event.at, { end: 'asked', ms, usage });
    }
    case 'node.failed': {
      const { error, ms, usage } = event.data;
      return end(story, event.at, { end: 'failed', ms, usage, error });
    }
    case 'graph.failed':
      return end(story, event.at, { end: 'failed', error: event.data.error });
    case 'graph.exited':
      story.result = event.data.output;
      return;
    case 'node.interrupted':
      return end(story, event.at, { end: 'interrupted', ...usageOf(event.data.usage) });
    case 'node.cancelled':
      return end(story, event.at, { end: 'cancelled', ...usageOf(event.data.usage) });
    case 'effect.intended':
      story.effects.push({ key: event.data.key, done: null });
      return;
    case 'effect.done': {
      const effect = story.effects.findLast(({ key }) => key === event.data.key);
      if (effect) effect.done = event.data.result;
      return;
    }
    case 'signal.received':
      return answered(story, event.data, event.at);
  }
}

const begun = (attempt: number, from: number): Writable<AttemptStory> => ({
  attempt,
  from,
  to: null,
  end: null,
  ms: 0,
  usage: NO_USAGE,
  error: null,
});

function end(story: Draft, at: number, how: Partial<AttemptStory>): void {
  const last = story.attempts.at(-1);
  if (last && last.end === null) Object.assign(last, { to: at, ms: at - last.from }, how);
}

type Received = Extract<RunEvent, { type: 'signal.received' }>['data'];

function answered(story: Draft, { signal, payload, by }: Received, at: number): void {
  const open = story.exchanges.findLast((exchange) => exchange.signal === signal && exchange.answer === null);
  if (open) Object.assign(open, { answer: payload, by, answeredAt: at });
  else story.exchanges.push({ signal, question: null, askedAt: at, answer: payload, by, answeredAt: at });
}

const usageOf = (usage: Usage | undefined) => (usage === undefined ? {} : { usage });
