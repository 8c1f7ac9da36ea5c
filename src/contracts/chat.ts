import { z } from 'zod';
import { ChatActivity, ChatTurn, TurnId } from './chat-turn.ts';
import { SessionId } from './ids.ts';
import type { PermissionDecision } from './permission.ts';
import { PermissionMode, PermissionQuestion } from './permission.ts';
import { type SessionHit, SessionNote, type SessionPatch, SessionStatus } from './session-note.ts';
import { UsageSum } from './usage.ts';

export const ChatId = z.string().min(1).max(64).brand<'ChatId'>();
export type ChatId = z.infer<typeof ChatId>;
/** A conversation waits under this signal for the next message. It is no question that somebody has to answer. */
export const MESSAGE_SIGNAL = 'assay.message';

export const ChatSummary = z.object({
  id: ChatId,
  session: SessionId,
  title: z.string(),
  /** Where its agent works; null where that is not known yet. */
  folder: z.string().nullable(),
  labels: SessionNote.shape.labels,
  status: SessionStatus,
  archived: z.boolean(),
  /** Something was answered since a person last looked. */
  unread: z.boolean(),
  simulated: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
  state: z.enum(['idle', 'working']),
  turns: z.number(),
  queued: z.number(),
  usage: UsageSum,
});
export type ChatSummary = z.infer<typeof ChatSummary>;

export const QueuedMessage = z.object({ id: TurnId, at: z.number(), text: z.string() });
export type QueuedMessage = z.infer<typeof QueuedMessage>;

/** A question that a turn under way waits for. Gone when it is answered, called off, or its time is over. */
export const ChatPermission = z.object({
  /** To answer it by; unique in the conversation. */
  id: z.string().min(1).max(64),
  chat: ChatId,
  /** The agent's turn that waits. `question.id` is the activity in it that the question is about, where there is one. */
  turn: TurnId,
  askedAt: z.number(),
  /** Unanswered by then, it is a no. */
  until: z.number(),
  /** Secrets are taken out. `remember`: what any scope but `once` would remember; where it is empty, only `once` does anything. */
  question: PermissionQuestion,
});
export type ChatPermission = z.infer<typeof ChatPermission>;

/** What changes while one looks on; `seq` grows by one in each conversation. */
export const ChatEvent = z.discriminatedUnion('type', [
  /** A turn began or changed as a whole: replaces the one of that id. */
  z.object({ type: z.literal('turn'), seq: z.number().int(), turn: ChatTurn }),
  /** Some more was said in a part of a turn. */
  z.object({ type: z.literal('text'), seq: z.number().int(), turn: TurnId, part: z.string(), text: z.string() }),
  z.object({ type: z.literal('activity'), seq: z.number().int(), turn: TurnId, activity: ChatActivity }),
  z.object({ type: z.literal('queue'), seq: z.number().int(), queue: z.array(QueuedMessage) }),
  /** All that are open now: replaces what was there. */
  z.object({ type: z.literal('permissions'), seq: z.number().int(), permissions: z.array(ChatPermission) }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;

export const NewChat = z.object({
  title: z.string().max(200).optional(),
  /** Where its agents work. */
  folder: z.string().max(4_096).optional(),
  model: z.string().max(200).optional(),
  backend: z.string().max(200).optional(),
  /** How much its agent may do; `explore` where nothing is said. */
  mode: PermissionMode.optional(),
});
export type NewChat = z.infer<typeof NewChat>;

/** Which turns of a conversation. Without a limit: all of them. */
export interface TurnPage {
  readonly before?: TurnId | undefined;
  readonly limit?: number | undefined;
}

/** The window and `assay chat` talk to the same one. Methods throw AssayErrors. */
export interface ChatService {
  list(): Promise<readonly ChatSummary[]>;
  create(wanted: NewChat): Promise<ChatSummary>;
  /** The last turns of it, or the last before one. */
  show(
    chat: ChatId,
    page?: TurnPage,
  ): Promise<{
    readonly chat: ChatSummary;
    readonly turns: readonly ChatTurn[];
    /** How many turns were before these. */
    readonly earlier: number;
    readonly queue: readonly QueuedMessage[];
    readonly permissions: readonly ChatPermission[];
    /** The last event the turns contain. */
    readonly seq: number;
  }>;
  /** Begins a turn, or queues the message while one is under way. */
  post(chat: ChatId, text: string): Promise<{ readonly turn: TurnId; readonly queued: boolean }>;
  /** Calls off what is under way; what is queued stays. False when nothing was. */
  stop(chat: ChatId): Promise<boolean>;
  /** Takes a queued message back. False when it is no longer queued. */
  unqueue(chat: ChatId, message: TurnId): Promise<boolean>;
  /** Permission questions that wait for a person; of one conversation, or of all. */
  permissions(chat?: ChatId): Promise<readonly ChatPermission[]>;
  /** Answers one. False when it is no longer asked: somebody else answered, it was called off, or its time was over. */
  decide(chat: ChatId, permission: string, decision: PermissionDecision): Promise<boolean>;
  /** What a person notes about it: its title, labels, status; archived or not; looked at. */
  note(chat: ChatId, patch: SessionPatch): Promise<ChatSummary>;
  /** Where the words were said, the best places first; in one conversation, or in all. */
  search(words: string, options?: { readonly chat?: ChatId; readonly limit?: number }): Promise<readonly SessionHit[]>;
  /** Takes it away with all that was said. RUN_HELD while it is being answered. */
  remove(chat: ChatId): Promise<void>;
  /** Events after `after`, those that happened already first; ends only when `signal` aborts. */
  events(chat: ChatId, after: number, signal: AbortSignal): AsyncIterable<ChatEvent>;
}
