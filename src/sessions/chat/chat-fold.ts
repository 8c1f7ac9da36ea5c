import { MESSAGE_SIGNAL } from '#contracts/chat.ts';
import { TurnId } from '#contracts/chat-turn.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { ActivationId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { DecidedPermit, PERMIT_ASKED_SIGNAL, PERMIT_SIGNAL, PermitAsked } from '#contracts/signals.ts';
import { ChatMessage, type ChatSettings, ChatState, STOP_SIGNAL, type TurnEnd, UNQUEUE_SIGNAL } from './chat-types.ts';

/** One message and its answer, as far as the log shows. */
export interface ChatExchange {
  readonly message: ChatMessage;
  readonly act: ActivationId;
  readonly begunAt: number;
  /** Tries so far; the events of each are in a transcript of its own. */
  readonly attempt: number;
  /** `open`: being answered, or to be answered again by the next driver of the run. */
  readonly state: 'open' | 'done' | 'failed' | 'stopped';
  readonly endedAt: number | null;
  readonly end: TurnEnd | null;
  readonly error: ErrorInfo | null;
}

/** The whole state of a fold, as plain data. Changing its shape requires a new version in `kept-fold.ts`. */
export interface FoldedChat {
  readonly seq: number;
  readonly settings: ChatSettings | null;
  readonly exchanges: readonly ChatExchange[];
  readonly queue: readonly ChatMessage[];
  readonly stopped: readonly TurnId[];
  readonly withdrawn: readonly TurnId[];
  readonly begun: readonly TurnId[];
  readonly taken: readonly (readonly [ActivationId, TurnId])[];
  readonly asked: readonly (PermitAsked & { readonly at: number })[];
  readonly decisions: readonly DecidedPermit[];
}

/** Payloads of these events are used; the reader of the log resolves them. */
export function payloadOf(event: RunEvent): Payload | null {
  switch (event.type) {
    case 'run.created':
    case 'node.scheduled':
      return event.data.input;
    case 'signal.received':
      return event.data.payload;
    case 'node.completed':
      return event.data.result ?? null;
    default:
      return null;
  }
}

/** A conversation as its run's log describes it. */
export class ChatFold {
  settings: ChatSettings | null = null;
  readonly exchanges: ChatExchange[] = [];
  readonly stopped = new Set<TurnId>();
  readonly withdrawn = new Set<TurnId>();
  /** The first answer to each permission question. */
  readonly decisions = new Map<string, DecidedPermit>();
  readonly #asked: (PermitAsked & { readonly at: number })[] = [];
  /** Received and not begun, in order. */
  queue: ChatMessage[] = [];
  seq = 0;
  readonly #byAct = new Map<ActivationId, number>();
  readonly #taken = new Map<ActivationId, TurnId>();
  readonly #begun = new Set<TurnId>();

  /** `value` is the resolved payload. */
  add(event: RunEvent, value: Json): void {
    this.seq = event.seq;
    switch (event.type) {
      case 'run.created':
        this.settings = ChatState.shape.settings.parse(field(value, 'settings'));
        break;
      case 'signal.received':
        this.#hear(event.data.signal, event.data.act, value);
        if (event.data.signal === PERMIT_ASKED_SIGNAL) this.#asked.push({ ...PermitAsked.parse(value), at: event.at });
        break;
      case 'node.scheduled':
        if (event.data.node === 'turn') this.#begin(event.data.act, event.at, value);
        break;
      case 'node.started':
        this.#started(event.data.act, event.data.attempt);
        break;
      case 'node.completed':
        this.#change(event.data.act, (exchange) => ended(exchange, event.at, value));
        break;
      case 'node.failed':
        this.#change(event.data.act, (exchange) => ({ ...exchange, error: event.data.error }));
        break;
      case 'node.cancelled':
        this.#change(event.data.act, (exchange) => ({ ...exchange, state: 'stopped', endedAt: event.at }));
        break;
    }
  }

  /** As it is now. */
  folded(): FoldedChat {
    const { seq, settings, exchanges, queue } = this;
    return {
      ...{ seq, settings, exchanges, queue, asked: this.#asked, decisions: [...this.decisions.values()] },
      ...{ stopped: [...this.stopped], withdrawn: [...this.withdrawn], begun: [...this.#begun] },
      taken: [...this.#taken],
    };
  }

  /** For an empty fold: continues from a stored one. */
  goOn(from: FoldedChat): void {
    this.seq = from.seq;
    this.settings = from.settings;
    this.queue = [...from.queue];
    this.#asked.push(...from.asked);
    for (const exchange of from.exchanges) {
      this.#byAct.set(exchange.act, this.exchanges.length);
      this.exchanges.push(exchange);
    }
    for (const turn of from.stopped) this.stopped.add(turn);
    for (const turn of from.withdrawn) this.withdrawn.add(turn);
    for (const turn of from.begun) this.#begun.add(turn);
    for (const [act, turn] of from.taken) this.#taken.set(act, turn);
    for (const decided of from.decisions) this.#decide(decided);
  }

  get open(): ChatExchange | null {
    const last = this.exchanges.at(-1);
    return last?.state === 'open' ? last : null;
  }

  /** Questions that the current turn waits for. */
  get permissions(): readonly (PermitAsked & { readonly at: number; readonly turn: TurnId })[] {
    const { open } = this;
    if (open === null) return [];
    const isOpen = ({ id, act, attempt }: PermitAsked): boolean =>
      act === open.act && attempt === open.attempt && !this.decisions.has(id);
    return this.#asked.filter(isOpen).map((asked) => ({ ...asked, turn: open.message.id }));
  }

  #hear(signal: string, act: ActivationId | null, value: Json): void {
    if (signal === STOP_SIGNAL) this.stopped.add(TurnId.parse(field(value, 'turn')));
    if (signal === UNQUEUE_SIGNAL) this.#withdraw(TurnId.parse(field(value, 'message')));
    if (signal === PERMIT_SIGNAL) this.#decide(DecidedPermit.parse(value));
    if (signal !== MESSAGE_SIGNAL) return;
    const message = ChatMessage.parse(value);
    if (act !== null) this.#taken.set(act, message.id);
    const isKnown = this.withdrawn.has(message.id) || this.queue.some(({ id }) => id === message.id);
    if (!isKnown) this.queue.push(message);
  }

  #decide(decided: DecidedPermit): void {
    if (!this.decisions.has(decided.request)) this.decisions.set(decided.request, decided);
  }

  /** A message that has been begun can no longer be removed. */
  #withdraw(id: TurnId): void {
    if (this.#begun.has(id) || !this.queue.some((message) => message.id === id)) return;
    this.withdrawn.add(id);
    this.queue = this.queue.filter((message) => message.id !== id);
  }

  #started(act: ActivationId, attempt: number): void {
    const taken = this.#taken.get(act);
    // From here on the node decides, by the log up to here.
    if (taken !== undefined && !this.withdrawn.has(taken)) this.#begun.add(taken);
    this.#change(act, (exchange) => ({ ...exchange, attempt, error: null }));
  }

  #begin(act: ActivationId, at: number, value: Json): void {
    // Only this part of each payload is used: a conversation of ten thousand messages is read whole.
    const message = ChatMessage.parse(field(value, 'message'));
    this.queue = this.queue.filter(({ id }) => id !== message.id);
    this.#byAct.set(act, this.exchanges.length);
    const fresh = { attempt: 0, state: 'open', endedAt: null, end: null, error: null } as const;
    this.exchanges.push({ message, act, begunAt: at, ...fresh });
  }

  #change(act: ActivationId, change: (exchange: ChatExchange) => ChatExchange): void {
    const at = this.#byAct.get(act);
    const exchange = at === undefined ? undefined : this.exchanges[at];
    if (at !== undefined && exchange !== undefined) this.exchanges[at] = change(exchange);
  }
}

function ended(exchange: ChatExchange, at: number, value: Json): ChatExchange {
  const last = ChatState.shape.last.parse(field(value, 'last'));
  if (last === null) return exchange;
  return { ...exchange, state: last.status, endedAt: at, end: last, error: last.error };
}

const field = (value: Json, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
