import { NO_AGENT_USAGE } from '#contracts/agent.ts';
import { MESSAGE_SIGNAL } from '#contracts/chat.ts';
import { type ChatTurn, TurnId, textOfTurn } from '#contracts/chat-turn.ts';
import { type ActivationId, type RunId, SessionId } from '#contracts/ids.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { NewEvent } from '#contracts/run-events.ts';
import { NO_USAGE } from '#contracts/usage.ts';
import type { Graph } from '#engine/graph/graph.ts';
import type { NodeReport } from '#engine/step/report.ts';
import { EMPTY, type RunState } from '#engine/step/state.ts';
import { type StepInput, step } from '#engine/step/step.ts';
import {
  type ChatMessage,
  type ChatSettings,
  type ChatState,
  NO_RESEARCH,
  type TurnEnd,
  type TurnInput,
} from '../chat/chat-types.ts';
import type { ImportedExchange } from './exchanges-of.ts';

export interface ImportedConversation {
  readonly run: RunId;
  readonly title: string;
  readonly simulated: boolean;
  readonly createdAt: number;
  readonly settings: ChatSettings;
  /** Who said what is said. */
  readonly by: string;
  readonly exchanges: readonly ImportedExchange[];
}

/** Events that are written together; `turn` is the number of the activation under which an answer was given. */
export interface ImportedAppend {
  readonly at: number;
  readonly events: readonly NewEvent[];
  readonly answered: { readonly act: ActivationId; readonly answer: ChatTurn } | null;
}

/**
 * The log of a conversation with these messages, as the engine itself writes it: each message was there when it was
 * listened for. None of it counts as spent: someone else may have paid for it.
 */
export async function* importedLog(
  graph: Pick<Graph, 'shape' | 'ref'>,
  told: ImportedConversation,
  keep: (value: Json) => Payload | Promise<Payload>,
): AsyncGenerator<ImportedAppend> {
  const { run, title, simulated, settings, exchanges } = told;
  const driver = new ImportDriver(graph, told.createdAt);
  const startsWith: ChatState = {
    settings,
    resume: null,
    last: null,
    first: messageOf(told, 0),
    research: NO_RESEARCH,
  };
  driver.take({
    type: 'create',
    graph: graph.ref,
    run,
    session: SessionId.parse(run),
    title,
    lane: 'normal',
    budget: {},
    simulated,
    input: await keep(toJson(startsWith, 'state')),
  });
  yield driver.write(null);
  for (const [index, { at, answer }] of exchanges.entries()) {
    const message = messageOf(told, index);
    if (message === null) return;
    driver.waitUntil(at);
    const input: TurnInput = { settings, resume: null, message, research: NO_RESEARCH };
    driver.report({ type: 'goto', to: { port: 'turn', payload: await keep(toJson(input, 'turn')) } });
    const act = driver.begin();
    yield driver.write(null);
    driver.waitUntil(answer?.endedAt ?? answer?.at ?? at);
    const last = { ...endOf(answer), turn: message.id, backend: settings.backend };
    const state: ChatState = { settings, resume: null, last, first: messageOf(told, index + 1), research: NO_RESEARCH };
    driver.report({ type: 'goto', to: { port: 'listen', payload: await keep(toJson(state, 'state')) } });
    yield driver.write(answer && { act, answer });
  }
  driver.report({ type: 'ask', signal: MESSAGE_SIGNAL, question: await keep({ text: 'the next message' }) });
  yield driver.write(null);
}

/** The engine's own steps, at the given times. */
class ImportDriver {
  readonly #graph: Pick<Graph, 'shape'>;
  #state: RunState = EMPTY;
  #events: NewEvent[] = [];
  #next: ActivationId | null = null;
  #running: ActivationId | null = null;
  #at: number;

  constructor(graph: Pick<Graph, 'shape'>, at: number) {
    this.#graph = graph;
    this.#at = at;
  }

  take(input: StepInput): void {
    const { state, events, commands } = step(this.#graph.shape, this.#state, input, this.#at);
    this.#state = state;
    this.#events.push(...events);
    for (const command of commands) if (command.do === 'request') this.#next = command.act;
  }

  /** Starts what waits to be started. */
  begin(): ActivationId {
    const act = this.#next;
    if (act === null) throw new Error('nothing waits to be started');
    this.take({ type: 'granted', act });
    this.#next = null;
    this.#running = act;
    return act;
  }

  /** The outcome of what runs, or of what waits and is started for it. */
  report(outcome: NodeReport['outcome']): void {
    const act = this.#running ?? this.begin();
    this.#running = null;
    this.take({ type: 'report', report: { act, attempt: 1, usage: NO_USAGE, ms: 0, outcome } });
  }

  waitUntil(at: number): void {
    this.#at = Math.max(this.#at, at);
  }

  write(answered: ImportedAppend['answered']): ImportedAppend {
    const events = this.#events;
    this.#events = [];
    return { at: this.#at, events, answered };
  }
}

function messageOf({ exchanges, by }: ImportedConversation, index: number): ChatMessage | null {
  const exchange = exchanges[index];
  return exchange ? { id: TurnId.parse(`m${index + 1}`), at: exchange.at, by, text: exchange.text } : null;
}

const endOf = (answer: ChatTurn | null): TurnEnd => ({
  status: answer?.state === 'done' || answer?.state === 'failed' ? answer.state : 'stopped',
  text: answer ? textOfTurn(answer) : '',
  error: answer?.error ?? null,
  usage: NO_AGENT_USAGE,
  resume: null,
});
