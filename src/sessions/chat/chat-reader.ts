import { TranscriptTail, transcriptPath } from '#attempts/transcripts/transcripts.ts';
import { toUsage } from '#contracts/agent.ts';
import {
  type ChatEvent,
  ChatId,
  type ChatPermission,
  type ChatSummary,
  type QueuedMessage,
  type TurnPage,
} from '#contracts/chat.ts';
import { type ChatActivity, type ChatTurn, type TurnId, type TurnPart, textOfTurn } from '#contracts/chat-turn.ts';
import type { ErrorInfo } from '#contracts/errors.ts';
import type { RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { NO_USAGE } from '#contracts/usage.ts';
import { isDriven, type Runs } from '#engine/runs.ts';
import { answeringTurn } from './answering-turn.ts';
import { type ChatExchange, ChatFold } from './chat-fold.ts';
import { readChat } from './read-chat.ts';
import { TurnView } from './turn-view.ts';

/** An attempt being read. */
interface Reading {
  readonly attempt: number;
  readonly tail: TranscriptTail;
  readonly view: TurnView;
}

type ChatTally = Pick<ChatSummary, 'state' | 'turns' | 'queued'>;

interface ShownPage {
  readonly turns: ChatTurn[];
  /** How many turns came before these. */
  readonly earlier: number;
  readonly queue: QueuedMessage[];
  readonly permissions: ChatPermission[];
  readonly seq: number;
  readonly tally: ChatTally;
}

type Change =
  | { readonly type: 'turn'; readonly turn: ChatTurn }
  | { readonly type: 'text'; readonly turn: TurnId; readonly part: string; readonly text: string }
  | { readonly type: 'activity'; readonly turn: TurnId; readonly activity: ChatActivity }
  | { readonly type: 'queue'; readonly queue: QueuedMessage[] }
  | { readonly type: 'permissions'; readonly permissions: ChatPermission[] };

/** Kept for clients that reconnect after a short absence; after a longer one they get the current turns. */
const MOST_EVENTS = 4_000;
/** Exchanges that are sent again after a longer absence. */
const MOST_RESENT = 50;

/**
 * A conversation for screens, read from its log and its transcripts, whichever process writes them. Every look returns
 * what has changed since the last one. Event numbers begin at the time of the first look, so that those of another
 * process, before or after this one, are never mistaken for ours.
 */
export class ChatReader {
  readonly #runs: Runs;
  readonly #run: RunId;
  readonly #fold = new ChatFold();
  readonly #readings = new Map<TurnId, Reading>();
  readonly #shown = new Map<TurnId, string>();
  readonly #events: ChatEvent[] = [];
  /** How many exchanges had ended at the last look. */
  #settled = 0;
  #queueShown = '[]';
  #askedShown = '[]';
  #seq: number;
  #header: ListedRun | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(runs: Runs, run: RunId) {
    this.#runs = runs;
    this.#run = run;
    this.#seq = runs.clock.now();
  }

  get seq(): number {
    return this.#seq;
  }

  /** Reads what is new. One look at a time. */
  look(): Promise<void> {
    this.#looking = this.#looking.catch(() => undefined).then(() => this.#look());
    return this.#looking;
  }

  get queue(): QueuedMessage[] {
    return this.#fold.queue.map(({ id, at, text }) => ({ id, at, text }));
  }

  /** In a conversation without a driver no one waits for an answer. */
  get permissions(): ChatPermission[] {
    if (!this.isWorking) return [];
    const chat = ChatId.parse(this.#run);
    return this.#fold.permissions.map(({ id, turn, at, until, question }) => ({
      id,
      chat,
      turn: answeringTurn(turn),
      askedAt: at,
      until,
      question,
    }));
  }

  /** The last turns, or the last before a given one, with related data: all from one moment, between two looks. */
  page(wanted: TurnPage = {}): Promise<ShownPage> {
    const shown = this.#looking.catch(() => undefined).then(() => this.#page(wanted));
    this.#looking = shown.then(() => undefined);
    return shown;
  }

  async #page({ before, limit }: TurnPage): Promise<ShownPage> {
    const { exchanges } = this.#fold;
    const end = before === undefined ? exchanges.length : exchanges.findIndex((each) => isIn(each, before));
    const begin = limit === undefined ? 0 : Math.max(0, end - Math.ceil(limit / 2));
    const shown = exchanges.slice(begin, Math.max(end, begin));
    for (const exchange of shown) await this.#readUp(exchange);
    const turns = shown.flatMap((exchange) => [personTurn(exchange), this.#agentTurn(exchange)]);
    const { queue, permissions, seq, tally } = this;
    return { turns, earlier: begin * 2, queue, permissions, seq, tally };
  }

  /** The fields of a list entry that the log provides. */
  get tally(): ChatTally {
    const { exchanges, queue } = this.#fold;
    return { state: this.isWorking ? 'working' : 'idle', turns: exchanges.length * 2, queued: queue.length };
  }

  /** The events after `after`; the current last turns where those are no longer known. */
  after(after: number): ChatEvent[] {
    const [oldest] = this.#events;
    if (after === this.#seq) return [];
    if (oldest && after >= oldest.seq - 1 && after < this.#seq) return this.#events.filter(({ seq }) => seq > after);
    return this.#snapshot();
  }

  #snapshot(): ChatEvent[] {
    const begin = this.#seq;
    for (const exchange of this.#fold.exchanges.slice(-MOST_RESENT)) {
      this.#tell({ type: 'turn', turn: personTurn(exchange) });
      this.#tell({ type: 'turn', turn: this.#agentTurn(exchange) });
    }
    this.#tell({ type: 'queue', queue: this.queue });
    this.#tell({ type: 'permissions', permissions: this.permissions });
    return this.#events.filter(({ seq }) => seq > begin);
  }

  async #look(): Promise<void> {
    const isFirst = this.#header === null;
    this.#header = await this.#runs.store.header(this.#run);
    await readChat(this.#runs, this.#run, this.#fold);
    // Exchanges that ended before the first look are read on request.
    for (const exchange of isFirst ? this.#fold.exchanges.slice(-1) : this.#unsettled()) {
      await this.#follow(exchange, isFirst);
    }
    if (isFirst) for (const each of this.#fold.exchanges) this.#shown.set(agentTurnId(each), this.#keyOf(each));
    this.#settled = this.#fold.exchanges.filter(({ state }) => state !== 'open').length;
    const queue = JSON.stringify(this.queue);
    if (queue !== this.#queueShown && !isFirst) this.#tell({ type: 'queue', queue: this.queue });
    this.#queueShown = queue;
    const { permissions } = this;
    const asked = JSON.stringify(permissions);
    if (asked !== this.#askedShown && !isFirst) this.#tell({ type: 'permissions', permissions });
    this.#askedShown = asked;
  }

  /** Exchanges end in order: those that had not ended at the last look, and later ones. */
  #unsettled(): readonly ChatExchange[] {
    return this.#fold.exchanges.slice(Math.max(0, this.#settled - 1));
  }

  /** A growing exchange is only read by looks, which send it to followers. */
  async #readUp(exchange: ChatExchange): Promise<void> {
    if (exchange.state === 'open') return;
    const reading = this.#readingOf(exchange);
    for (const { at, event } of (await reading?.tail.more()) ?? []) reading?.view.add(event, at);
  }

  /** The log first, then the transcript: when the log says that a turn has ended, its transcript is complete. */
  async #follow(exchange: ChatExchange, isFirst: boolean): Promise<void> {
    const id = agentTurnId(exchange);
    const key = this.#keyOf(exchange);
    const isOld = this.#shown.get(id) === key;
    if (isOld && exchange.state !== 'open') return;
    const reading = this.#readingOf(exchange);
    let isWhole = !isOld;
    for (const { at, event } of (await reading?.tail.more()) ?? []) {
      for (const change of reading?.view.add(event, at) ?? []) {
        if (change.type === 'whole') isWhole = true;
        else if (!isFirst) this.#tell({ ...change, turn: id });
      }
    }
    if (!isWhole) return;
    const isNew = !this.#shown.has(id);
    this.#shown.set(id, key);
    if (isFirst) return;
    if (isNew) this.#tell({ type: 'turn', turn: personTurn(exchange) });
    this.#tell({ type: 'turn', turn: this.#agentTurn(exchange) });
  }

  #readingOf(exchange: ChatExchange): Reading | undefined {
    const id = agentTurnId(exchange);
    const { act, attempt } = exchange;
    const known = this.#readings.get(id);
    if (known?.attempt === attempt || attempt === 0) return known;
    const tail = new TranscriptTail(transcriptPath(this.#runs.home, this.#run, act, attempt));
    const reading = { attempt, tail, view: new TurnView() };
    this.#readings.set(id, reading);
    return reading;
  }

  #agentTurn(exchange: ChatExchange): ChatTurn {
    const { end, endedAt, begunAt } = exchange;
    const view = this.#readings.get(agentTurnId(exchange))?.view;
    const isStill = exchange.state === 'open' && !this.isWorking;
    const parts = withAnswer(view?.parts ?? [], end?.text ?? '');
    return {
      id: agentTurnId(exchange),
      by: 'agent',
      at: begunAt,
      endedAt,
      parts: isStill || exchange.state !== 'open' ? parts.map(settled) : parts,
      state: isStill ? 'stopped' : exchange.state === 'open' ? 'running' : exchange.state,
      usage: end ? toUsage(end.usage) : NO_USAGE,
      error: isStill ? (exchange.error ?? INTERRUPTED) : exchange.error,
    };
  }

  /** Nothing without a driver is shown as running. */
  get isWorking(): boolean {
    return this.#fold.open !== null && this.#header !== null && isDriven(this.#header, this.#runs);
  }

  #keyOf(exchange: ChatExchange): string {
    return JSON.stringify([exchange.state, exchange.attempt, exchange.state === 'open' && this.isWorking]);
  }

  #tell(change: Change): void {
    this.#seq += 1;
    this.#events.push({ seq: this.#seq, ...change });
    if (this.#events.length > MOST_EVENTS) this.#events.splice(0, this.#events.length - MOST_EVENTS);
  }
}

const INTERRUPTED: ErrorInfo = {
  code: 'NODE_ABORTED',
  message: 'It was interrupted. Nothing that was said is lost.',
  next: 'It continues with the next message, or with `assay chat --resume`.',
};

const agentTurnId = ({ message }: ChatExchange): TurnId => answeringTurn(message.id);

const isIn = ({ message }: ChatExchange, turn: TurnId): boolean =>
  message.id === turn || answeringTurn(message.id) === turn;

const personTurn = ({ message: { id, at, text, images } }: ChatExchange): ChatTurn => ({
  id,
  by: 'person',
  at,
  endedAt: at,
  parts: [{ type: 'text', id: 'said', text }],
  ...(images === undefined ? {} : { images }),
  state: 'done',
  usage: NO_USAGE,
  error: null,
});

/** The answer from the log, where the transcript lacks it: it was cut off, or is gone. */
const withAnswer = (parts: TurnPart[], answer: string): TurnPart[] =>
  answer === '' || textOfTurn({ parts }).includes(answer)
    ? parts
    : [...parts, { type: 'text', id: 'answer', text: answer }];

const settled = (part: TurnPart): TurnPart =>
  part.type === 'activity' && part.activity.state === 'running'
    ? { ...part, activity: { ...part.activity, state: 'stopped' } }
    : part;
