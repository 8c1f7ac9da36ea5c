import { type ChatEvent, ChatId, type ChatService, type ChatSummary } from '#contracts/chat.ts';
import { AssayError } from '#contracts/errors.ts';
import { RunId } from '#contracts/ids.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { CHAT } from '#sessions/chat/chat-types.ts';
import { ANSWER_WITHIN_MS } from '#sessions/permissions/ask-person.ts';
import { Changes } from '../changes.ts';
import type { Runs } from '../runs.ts';
import { isDriven } from '../runs.ts';
import { ChatHost } from './chat-host.ts';
import type { ChatHostOptions } from './chat-host-types.ts';
import { ChatReader } from './chat-reader.ts';

/** What an agent says while another process drives it is in no log, but in a file that grows. */
const POLL_MS = 100;
/** Also when nothing was written: a driver may have died. While one works, its transcript grows unseen by the store. */
const TICK_MS = 1_000;
const MOST_READERS = 100;

export interface ChatServiceOptions extends Pick<ChatHostOptions, 'runs' | 'env' | 'me' | 'failed'> {
  /** How long a permission question waits for a person. */
  readonly patienceMs?: number;
}

export interface RunningChat extends ChatService {
  close(): Promise<void>;
}

/** Conversations over the person's runs: those of this process and of any other, told the same way. */
export function chatService({ patienceMs = ANSWER_WITHIN_MS, ...options }: ChatServiceOptions): RunningChat {
  const { runs } = options;
  const readers = new Map<RunId, ChatReader>();
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const each of [...waiting]) each();
  };
  const host = new ChatHost({ ...options, changed: wake, askPerson: { patienceMs } });

  const readerOf = async (chat: ChatId): Promise<ChatReader> => {
    const run = RunId.parse(chat);
    const known = readers.get(run);
    if (!known) await requireChat(runs, run);
    const reader = known ?? new ChatReader(runs, run);
    // The one that was used last comes last.
    readers.delete(run);
    readers.set(run, reader);
    const [oldest] = readers.keys();
    if (readers.size > MOST_READERS && oldest !== undefined) readers.delete(oldest);
    await reader.look();
    return reader;
  };

  return {
    list: async () =>
      (await runs.store.list()).filter(({ graph }) => graph.name === CHAT).map((run) => summaryOf(run, runs)),
    async create({ title, folder = process.cwd(), model, backend, mode }) {
      const { run } = await host.create({ title, folder, model, backend, mode });
      return (await readerOf(ChatId.parse(run))).summary();
    },
    async show(chat) {
      const reader = await readerOf(chat);
      const { turns, queue, permissions, seq } = reader;
      return { chat: reader.summary(), turns, queue, permissions, seq };
    },
    async post(chat, text) {
      const run = await requireChat(runs, RunId.parse(chat));
      const { message, queued } = await host.post(run, text);
      return { turn: message, queued };
    },
    stop: async (chat) => host.stop(await requireChat(runs, RunId.parse(chat))),
    unqueue: async (chat, message) => host.unqueue(await requireChat(runs, RunId.parse(chat)), message),
    async permissions(chat) {
      if (chat !== undefined) return (await readerOf(chat)).permissions;
      const working = (await runs.store.list()).filter((run) => run.graph.name === CHAT && isWorking(run, runs));
      const open = working.map(async ({ run }) => (await readerOf(ChatId.parse(run))).permissions);
      return (await Promise.all(open)).flat().sort((a, b) => a.askedAt - b.askedAt);
    },
    decide: async (chat, permission, decision) =>
      host.decide(await requireChat(runs, RunId.parse(chat)), permission, decision),
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
    close: () => host.close(),
  };
}

async function requireChat({ store }: Runs, run: RunId): Promise<RunId> {
  const header = await store.header(run);
  if (header?.graph.name === CHAT) return run;
  throw new AssayError('RUN_UNKNOWN', `there is no conversation ${run}`, {
    next: 'Look at the list of conversations.',
  });
}

/** From the header alone: a list reads no log. */
function summaryOf(run: ListedRun, runs: Runs): ChatSummary {
  const { session, title, simulated, createdAt, updatedAt, nodes, tokens, usd, unpriced } = run;
  const works = isWorking(run, runs);
  return {
    id: ChatId.parse(run.run),
    session,
    title,
    simulated,
    createdAt,
    updatedAt,
    state: works ? 'working' : 'idle',
    // Each message is listened for once and answered once.
    turns: nodes.done - (nodes.done % 2) + (works ? 1 : 0),
    queued: 0,
    usage: { tokens, usd, unpriced },
  };
}

const isWorking = (run: ListedRun, runs: Runs): boolean =>
  run.nodes.running + run.nodes.scheduled > 0 && run.status === 'running' && isDriven(run, runs);
