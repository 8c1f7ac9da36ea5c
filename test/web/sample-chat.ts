import { type ChatEvent, type ChatId, type ChatService, ChatSummary } from '#contracts/chat.ts';
import { ChatActivity, ChatTurn, TurnId, withText } from '#contracts/chat-turn.ts';
import { NO_NOTE, SessionNote, type SessionPatch } from '#contracts/session-note.ts';

/** A conversation in memory, answered by a script: stands in for the chat of sessions, over the same interface. */
export class SampleChat implements ChatService {
  readonly #events: ChatEvent[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #turns: ChatTurn[];
  #queue: { id: TurnId; at: number; text: string }[] = [];
  #no = 0;
  #note: SessionNote = NO_NOTE;

  constructor(turns: readonly ChatTurn[] = []) {
    this.#turns = [...turns];
  }

  async list() {
    return [this.#summary()];
  }

  async create() {
    return this.#summary();
  }

  async show() {
    return {
      chat: this.#summary(),
      turns: [...this.#turns],
      earlier: 0,
      queue: [...this.#queue],
      permissions: [],
      seq: this.#events.length,
    };
  }

  async post(_: ChatId, text: string) {
    const id = this.#newId();
    if (this.#isWorking()) {
      this.#queue = [...this.#queue, { id, at: Date.now(), text }];
      this.#tell({ type: 'queue', queue: this.#queue });
      return { turn: id, queued: true };
    }
    this.#begin(id, text);
    return { turn: id, queued: false };
  }

  async stop() {
    const working = this.#turns.find(({ state }) => state === 'running');
    if (!working) return false;
    this.#change({ ...working, state: 'stopped', endedAt: Date.now() });
    const [next, ...rest] = this.#queue;
    if (next) {
      this.#queue = rest;
      this.#tell({ type: 'queue', queue: rest });
      this.#begin(next.id, next.text);
    }
    return true;
  }

  async unqueue(_: ChatId, message: TurnId) {
    const before = this.#queue.length;
    this.#queue = this.#queue.filter(({ id }) => id !== message);
    this.#tell({ type: 'queue', queue: this.#queue });
    return this.#queue.length < before;
  }

  async note(_: ChatId, patch: SessionPatch) {
    this.#note = SessionNote.parse({ ...this.#note, ...patch });
    return this.#summary();
  }

  async search() {
    return [];
  }

  async remove() {}

  async permissions() {
    return [];
  }

  async decide() {
    return false;
  }

  async *events(_: ChatId, after: number, signal: AbortSignal): AsyncIterable<ChatEvent> {
    for (let seen = after; !signal.aborted; ) {
      const event = this.#events[seen];
      if (event) {
        seen += 1;
        yield event;
      } else {
        await new Promise<void>((resolve) => {
          this.#waiting.add(resolve);
          signal.addEventListener('abort', () => resolve());
        });
      }
    }
  }

  /** The agent goes on: some more text. */
  say(text: string): void {
    const turn = this.#turns.find(({ state }) => state === 'running');
    if (!turn) throw new Error('nobody is speaking');
    this.#turns[this.#turns.indexOf(turn)] = { ...turn, parts: withText(turn.parts, 'said', text) };
    this.#tell({ type: 'text', turn: turn.id, part: 'said', text });
  }

  finish(): void {
    const turn = this.#turns.find(({ state }) => state === 'running');
    if (turn) this.#change({ ...turn, state: 'done', endedAt: Date.now() });
  }

  #begin(id: TurnId, text: string): void {
    this.#change(turnOf(id, 'person', text, 'done'));
    this.#change(turnOf(this.#newId(), 'agent', '', 'running'));
  }

  #change(turn: ChatTurn): void {
    const at = this.#turns.findIndex(({ id }) => id === turn.id);
    if (at < 0) this.#turns.push(turn);
    else this.#turns[at] = turn;
    this.#tell({ type: 'turn', turn });
  }

  #tell(event: ChatEvent extends infer E ? (E extends ChatEvent ? Omit<E, 'seq'> : never) : never): void {
    // The spread of a union with its seq is that union again.
    this.#events.push({ ...event, seq: this.#events.length + 1 } as ChatEvent);
    for (const wake of [...this.#waiting]) wake();
    this.#waiting.clear();
  }

  #isWorking(): boolean {
    return this.#turns.some(({ state }) => state === 'running');
  }

  #newId(): TurnId {
    this.#no += 1;
    return TurnId.parse(`turn-${this.#no}`);
  }

  #summary(): ChatSummary {
    return ChatSummary.parse({
      id: 'chat-1',
      session: 'chat-1',
      title: this.#note.title ?? 'The cart forgets quantities',
      folder: '/home/ada/shop',
      labels: this.#note.labels,
      status: this.#note.status,
      archived: this.#note.archived,
      unread: false,
      simulated: true,
      createdAt: Date.now() - 400_000,
      updatedAt: Date.now() - 30_000,
      state: this.#isWorking() ? 'working' : 'idle',
      turns: this.#turns.length,
      queued: this.#queue.length,
      usage: { tokens: 4_210, usd: 0.031, unpriced: 0 },
    });
  }
}

export const turnOf = (
  id: string,
  by: 'person' | 'agent',
  text: string,
  state: ChatTurn['state'],
  activities: readonly object[] = [],
): ChatTurn =>
  ChatTurn.parse({
    id,
    by,
    at: Date.now() - 60_000,
    endedAt: state === 'running' ? null : Date.now() - 30_000,
    parts: [
      ...activities.map((each) => {
        const done = ChatActivity.parse(each);
        return { type: 'activity', id: done.id, activity: done };
      }),
      ...(text === '' ? [] : [{ type: 'text', id: 'said', text }]),
    ],
    state,
    usage: { tokens: by === 'agent' ? 4_210 : 0, usd: by === 'agent' ? 0.031 : 0, unpriced: 0 },
    error: null,
  });

const activity = (id: string, parent: string | null, kind: string, title: string, detail: unknown = {}) => ({
  id,
  parent,
  kind,
  title,
  state: 'done',
  startedAt: Date.now() - 50_000,
  endedAt: Date.now() - 48_600,
  detail,
  run: null,
});

/** A question, and an answer with everything an answer can have. */
export const sampleTurns = (): ChatTurn[] => [
  turnOf('p1', 'person', 'Why is the total wrong when I order three of something?', 'done'),
  turnOf(
    'a1',
    'agent',
    [
      'The total adds up prices and **ignores `quantity`**:',
      '',
      '```js',
      'export const total = (items) => items.reduce((sum, { cents }) => sum + cents, 0);',
      '```',
      '',
      '| items | expected | got |',
      '|---|---:|---:|',
      '| 3 × €1.00 | €3.00 | €1.00 |',
      '',
      'I wrote a test that fails for this reason. Shall I make it pass?',
    ].join('\n'),
    'done',
    [
      activity('t1', null, 'thinking', 'Where totals are computed'),
      activity('t2', null, 'tool', 'search "total(" in src', { found: ['src/cart.js', 'src/receipt.js'] }),
      activity('t3', null, 'agent', 'test writer'),
      activity('t4', 't3', 'tool', 'write src/cart.test.js', { lines: 14 }),
      activity('t5', 't3', 'run', 'ran 3 tests: 2 passed, 1 failed', { failed: ['counts the quantity'] }),
    ],
  ),
];
