import type { NodeAttempt, NodeDetail } from './http/run-routes.ts';
import type { Payload } from './payload.ts';
import type { RunEvent } from './run-events.ts';
import { NO_USAGE, type Usage } from './usage.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Kept = Pick<NodeDetail, 'result' | 'to' | 'tree' | 'attempts' | 'effects' | 'exchanges'>;

/** Everything the log has of one activation. The same from a live run and from an exported one. */
export interface NodeStory extends Readonly<Kept> {
  readonly input: Payload | null;
  /** What it handed on, where that is not its result: the inputs of its successors. */
  readonly handedOn: readonly Payload[];
}

export class NodeStoryFold {
  readonly #act: string;
  readonly #story: Writable<Kept> & { input: Payload | null; handedOn: Payload[] } = {
    input: null,
    result: null,
    handedOn: [],
    to: [],
    tree: null,
    attempts: [],
    effects: [],
    exchanges: [],
  };

  constructor(act: string) {
    this.#act = act;
  }

  get story(): NodeStory {
    return this.#story;
  }

  add(event: RunEvent): void {
    if ('act' in event.data && event.data.act === this.#act) this.#take(event);
    else if (event.type === 'node.scheduled' && event.data.by === this.#act) {
      this.#story.handedOn.push(event.data.input);
    } else if (event.type === 'join.arrived' && event.data.from === this.#act) {
      this.#story.handedOn.push(event.data.payload);
    }
  }

  #take(event: RunEvent): void {
    const story = this.#story;
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
        return this.#end(event.at, { end: 'completed', ms: event.data.ms, usage: event.data.usage });
      case 'node.asked': {
        const { signal, question, ms, usage } = event.data;
        story.exchanges.push({ signal, question, askedAt: event.at, answer: null, by: null, answeredAt: null });
        return this.#end(event.at, { end: 'asked', ms, usage });
      }
      case 'node.failed': {
        const { error, ms, usage } = event.data;
        return this.#end(event.at, { end: 'failed', ms, usage, error });
      }
      case 'graph.failed':
        return this.#end(event.at, { end: 'failed', error: event.data.error });
      case 'graph.exited':
        story.result = event.data.output;
        return;
      case 'node.interrupted':
        return this.#end(event.at, { end: 'interrupted', ...usageOf(event.data.usage) });
      case 'node.cancelled':
        return this.#end(event.at, { end: 'cancelled', ...usageOf(event.data.usage) });
      case 'effect.intended':
        story.effects.push({ key: event.data.key, seq: event.seq, done: null });
        return;
      case 'effect.done': {
        const effect = story.effects.findLast(({ key }) => key === event.data.key);
        if (effect) effect.done = event.data.result;
        return;
      }
      case 'signal.received':
        return this.#answered(event.data, event.at);
    }
  }

  #end(at: number, how: Partial<NodeAttempt>): void {
    const last = this.#story.attempts.at(-1);
    if (last && last.end === null) Object.assign(last, { endedAt: at, ms: at - last.startedAt }, how);
  }

  /** Part of the question it answers; the answer to a failure has no question. */
  #answered({ signal, payload, by }: Received, at: number): void {
    const { exchanges } = this.#story;
    const open = exchanges.findLast((exchange) => exchange.signal === signal && exchange.answer === null);
    if (open) Object.assign(open, { answer: payload, by, answeredAt: at });
    else exchanges.push({ signal, question: null, askedAt: at, answer: payload, by, answeredAt: at });
  }
}

export function nodeStory(events: Iterable<RunEvent>, act: string): NodeStory {
  const fold = new NodeStoryFold(act);
  for (const event of events) fold.add(event);
  return fold.story;
}

type Received = Extract<RunEvent, { type: 'signal.received' }>['data'];

const begun = (attempt: number, at: number): NodeAttempt => ({
  attempt,
  startedAt: at,
  endedAt: null,
  end: null,
  ms: 0,
  usage: NO_USAGE,
  error: null,
});

const usageOf = (usage: Usage | undefined) => (usage === undefined ? {} : { usage });
