import { AssayError } from '#contracts/errors.ts';
import type { NodeAttempt, NodeDetail } from '#contracts/http/run-routes.ts';
import type { RunId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { labelOf, RunViewFold } from '#contracts/run-view.ts';
import { NO_USAGE, type Usage } from '#contracts/usage.ts';
import type { ServerContext } from './server-context.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Kept = Writable<Pick<NodeDetail, 'input' | 'result' | 'to' | 'tree' | 'attempts' | 'effects' | 'exchanges'>>;

/** One activation, with all that the log has of it. */
export async function nodeDetail({ runs, drives }: ServerContext, run: RunId, wanted: string): Promise<NodeDetail> {
  const fold = new RunViewFold();
  const kept: Kept = {
    input: { inline: null },
    result: null,
    to: [],
    tree: null,
    attempts: [],
    effects: [],
    exchanges: [],
  };
  for await (const event of runs.store.read(run)) {
    fold.add(event);
    if ('act' in event.data && event.data.act === wanted) take(kept, event);
  }
  const node = fold.view().nodes.find(({ act }) => act === wanted);
  if (!node) throw new AssayError('RUN_UNKNOWN', `run ${run} has no activation ${wanted}`);
  const said = drives.saidBy(run, node.act).map(({ at, line }) => ({ at, line }));
  return { node: { ...node, waitsFor: [...node.waitsFor] }, label: labelOf(node), ...kept, said };
}

function take(kept: Kept, event: RunEvent): void {
  switch (event.type) {
    case 'node.scheduled':
      kept.input = event.data.input;
      return;
    case 'node.started':
      kept.attempts.push(begun(event.data.attempt, event.at));
      return;
    case 'node.completed':
      kept.result = event.data.result ?? null;
      kept.to = event.data.to;
      kept.tree = event.data.tree ?? null;
      return end(kept.attempts, event.at, { end: 'completed', ms: event.data.ms, usage: event.data.usage });
    case 'node.asked': {
      const { signal, question, ms, usage } = event.data;
      kept.exchanges.push({ signal, question, askedAt: event.at, answer: null, by: null, answeredAt: null });
      return end(kept.attempts, event.at, { end: 'asked', ms, usage });
    }
    case 'node.failed': {
      const { error, ms, usage } = event.data;
      return end(kept.attempts, event.at, { end: 'failed', ms, usage, error });
    }
    case 'node.interrupted':
      return end(kept.attempts, event.at, { end: 'interrupted', ...usageOf(event.data.usage) });
    case 'node.cancelled':
      return end(kept.attempts, event.at, { end: 'cancelled', ...usageOf(event.data.usage) });
    case 'effect.intended':
      kept.effects.push({ key: event.data.key, seq: event.seq, done: null });
      return;
    case 'effect.done':
      kept.effects = kept.effects.map((effect) =>
        effect.key === event.data.key ? { ...effect, done: event.data.result } : effect,
      );
      return;
    case 'signal.received':
      return answered(kept, event.data, event.at);
  }
}

const begun = (attempt: number, at: number): NodeAttempt => ({
  attempt,
  startedAt: at,
  endedAt: null,
  end: null,
  ms: 0,
  usage: NO_USAGE,
  error: null,
});

function end(attempts: NodeAttempt[], at: number, how: Partial<NodeAttempt>): void {
  const last = attempts.at(-1);
  if (last && last.end === null) attempts[attempts.length - 1] = { ...last, ...how, endedAt: at };
}

type Received = Extract<RunEvent, { type: 'signal.received' }>['data'];

/** To the question it answers; about a failure nothing was asked in words. */
function answered(kept: Kept, { signal, payload, by }: Received, at: number): void {
  const open = kept.exchanges.findLastIndex((exchange) => exchange.signal === signal && exchange.answer === null);
  const asked = kept.exchanges[open] ?? { signal, question: null, askedAt: at };
  const exchange = { ...asked, answer: payload, by, answeredAt: at };
  if (open < 0) kept.exchanges.push(exchange);
  else kept.exchanges[open] = exchange;
}

const usageOf = (usage: Usage | undefined) => (usage === undefined ? {} : { usage });
