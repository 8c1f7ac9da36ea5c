import { ANSWER_WITHIN_MS } from '#attempts/permissions/ask-person.ts';
import { type ChatEvent, ChatId, type ChatService, type ChatSummary } from '#contracts/chat.ts';
import { CHAT } from '#contracts/chat-turn.ts';
import { AssayError } from '#contracts/errors.ts';
import { RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { SessionTitle } from '#contracts/session-note.ts';
import { Changes } from '#engine/changes.ts';
import type { Runs } from '#engine/runs.ts';
import { Sessions } from '#sessions/catalogue/sessions.ts';
import { ChatHost } from '#sessions/chat/chat-host.ts';
import type { ChatHostOptions } from '#sessions/chat/chat-host-types.ts';
import { ChatReader } from '#sessions/chat/chat-reader.ts';
import { chatSummary, isWorking } from '#sessions/chat/chat-summary.ts';
import { titleOf, UNNAMED } from '#sessions/chat/chat-title.ts';
import { chatResearcher } from '../research/chat-researcher.ts';
import { deleteRun } from '../upkeep/prune.ts';

/** What an agent says while another process drives it is in no log, but in a growing file. */
const POLL_MS = 100;
/**
 * Also when nothing was written: a driver may have died. While one works, its transcript grows without a change of the
 * store.
 */
const TICK_MS = 1_000;
const MOST_READERS = 100;

export interface ChatServiceOptions extends Pick<ChatHostOptions, 'runs' | 'env' | 'me' | 'failed'> {
  /** A line for the person who started this process. */
  readonly warn?: (line: string) => void;
  /** How long a permission question waits for a person. */
  readonly patienceMs?: number;
}

export interface RunningChat extends ChatService {
  close(): Promise<void>;
}

/** Conversations over the person's runs: those of this process and of any other, in the same form. */
export function chatService({
  patienceMs = ANSWER_WITHIN_MS,
  warn = () => {},
  ...options
}: ChatServiceOptions): RunningChat {
  const { runs } = options;
  const sessions = new Sessions(runs, warn);
  const readers = new Map<RunId, ChatReader>();
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const each of [...waiting]) each();
  };
  const host = new ChatHost({
    ...{ ...options, changed: wake, askPerson: { patienceMs } },
    researcher: chatResearcher(runs, options.env),
  });

  const readerOf = async (chat: ChatId): Promise<ChatReader> => {
    const run = RunId.parse(chat);
    const known = readers.get(run);
    if (!known) await requireChat(runs, run);
    const reader = known ?? new ChatReader(runs, run);
    // Least recently used first.
    readers.delete(run);
    readers.set(run, reader);
    const [oldest] = readers.keys();
    if (readers.size > MOST_READERS && oldest !== undefined) readers.delete(oldest);
    await reader.look();
    return reader;
  };

  const summaryFor = async (chat: ChatId): Promise<ChatSummary> => {
    const session = await sessions.one(await requireChat(runs, RunId.parse(chat)));
    return chatSummary(session, runs, (await readerOf(chat)).tally);
  };

  /** One that began without a message is named after its first, unless a person has named it. */
  const nameAfter = (run: RunId, text: string): void => {
    const title = SessionTitle.safeParse(titleOf(text));
    if (title.success) sessions.note(run, (note) => (note.title === null ? { title: title.data } : {}));
  };

  return {
    list: async () => (await sessions.list()).map((session) => chatSummary(session, runs)),
    async create({ title, folder = process.cwd(), model, backend, mode }) {
      const { run } = await host.create({ title, folder, model, backend, mode });
      return summaryFor(ChatId.parse(run));
    },
    async show(chat, page) {
      const session = await sessions.one(await requireChat(runs, RunId.parse(chat)));
      const { tally, ...shown } = await (await readerOf(chat)).page(page);
      return { chat: chatSummary(session, runs, tally), ...shown };
    },
    async post(chat, text) {
      const header = await requireChat(runs, RunId.parse(chat));
      if (header.title === UNNAMED) nameAfter(header.run, text);
      const { message, queued } = await host.post(header.run, text);
      return { turn: message, queued };
    },
    stop: async (chat) => host.stop((await requireChat(runs, RunId.parse(chat))).run),
    unqueue: async (chat, message) => host.unqueue((await requireChat(runs, RunId.parse(chat))).run, message),
    async permissions(chat) {
      if (chat !== undefined) return (await readerOf(chat)).permissions;
      const working = (await runs.store.list()).filter((run) => run.graph.name === CHAT && isWorking(run, runs));
      const open = working.map(async ({ run }) => (await readerOf(ChatId.parse(run))).permissions);
      return (await Promise.all(open)).flat().sort((a, b) => a.askedAt - b.askedAt);
    },
    decide: async (chat, permission, decision) =>
      host.decide((await requireChat(runs, RunId.parse(chat))).run, permission, decision),
    async *events(chat, after, signal): AsyncIterable<ChatEvent> {
      using changes = new Changes(runs, RunId.parse(chat));
      const wake = (): void => changes.nudge();
      waiting.add(wake);
      signal.addEventListener('abort', () => waiting.delete(wake));
      const reader = await readerOf(chat);
      let seen = after;
      while (!signal.aborted) {
        await reader.look();
        for (const event of reader.after(seen)) {
          yield event;
          seen = event.seq;
        }
        await changes.next(reader.isWorking ? POLL_MS : TICK_MS, signal);
      }
    },
    async note(chat, patch) {
      const { run } = await requireChat(runs, RunId.parse(chat));
      sessions.note(run, patch);
      return summaryFor(chat);
    },
    search: (words, { chat, limit } = {}) =>
      sessions.search({ words, limit, run: chat === undefined ? undefined : RunId.parse(chat) }),
    async remove(chat) {
      const header = await requireChat(runs, RunId.parse(chat));
      await deleteRun(runs, header, options.env);
      readers.delete(header.run);
      sessions.forget(header.run);
    },
    async close() {
      await host.close();
      sessions.close();
    },
  };
}

async function requireChat({ store }: Runs, run: RunId): Promise<ListedRun> {
  const header = await store.header(run);
  if (header?.graph.name === CHAT) return header;
  throw new AssayError('RUN_UNKNOWN', `there is no conversation ${run}`, {
    next: 'Look at the list of conversations.',
  });
}
