import { z } from 'zod';
import { ChatActivity, ChatTurn, TurnId } from './chat-turn.ts';
import { SessionId } from './ids.ts';
import type { PermissionDecision } from './permission.ts';
import { PermissionMode, PermissionQuestion } from './permission.ts';
import { type SessionHit, SessionNote, type SessionPatch, SessionStatus } from './session-note.ts';
import { UsageSum } from './usage.ts';

export const ChatId = z.string().min(1).max(64).brand<'ChatId'>();
export type ChatId = z.infer<typeof ChatId>;
/** The signal under which a conversation waits for the next message. It is not a question to a person. */
export const MESSAGE_SIGNAL = 'assay.message';

export const ChatSummary = z.object({
  id: ChatId,
  session: SessionId,
  title: z.string(),
  /** Where its agent works; null while that is not known. */
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

/** A question that a turn in progress waits for. It disappears when it is answered, cancelled, or expires. */
export const ChatPermission = z.object({
  /** Its id for answering; unique in the conversation. */
  id: z.string().min(1).max(64),
  chat: ChatId,
  /** The agent's turn that waits. `question.id` is the activity in it that the question is about, if there is one. */
  turn: TurnId,
  askedAt: z.number(),
  /** When it expires; it then counts as denied. */
  until: z.number(),
  /**
   * Secrets are redacted. `remember`: what any scope but `once` would remember; where it is empty, only `once` has an
   * effect.
   */
  question: PermissionQuestion,
});
export type ChatPermission = z.infer<typeof ChatPermission>;

/** A change that a live view is sent; `seq` grows by one in each conversation. */
export const ChatEvent = z.discriminatedUnion('type', [
  /** A turn began or changed as a whole: replaces the one with that id. */
  z.object({ type: z.literal('turn'), seq: z.number().int(), turn: ChatTurn }),
  /** More text in a part of a turn. */
  z.object({ type: z.literal('text'), seq: z.number().int(), turn: TurnId, part: z.string(), text: z.string() }),
  z.object({ type: z.literal('activity'), seq: z.number().int(), turn: TurnId, activity: ChatActivity }),
  z.object({ type: z.literal('queue'), seq: z.number().int(), queue: z.array(QueuedMessage) }),
  /** All open questions: replaces the previous list. */
  z.object({ type: z.literal('permissions'), seq: z.number().int(), permissions: z.array(ChatPermission) }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;

export const NewChat = z.object({
  title: z.string().max(200).optional(),
  /** Where its agents work. */
  folder: z.string().max(4_096).optional(),
  model: z.string().max(200).optional(),
  backend: z.string().max(200).optional(),
  /** How much its agent may do; default: `explore`. */
  mode: PermissionMode.optional(),
});
export type NewChat = z.infer<typeof NewChat>;

/** Which turns of a conversation. Default: all. */
export interface TurnPage {
  readonly before?: TurnId | undefined;
  readonly limit?: number | undefined;
}

/** The interface that the window and `assay chat` share. Methods throw AssayErrors. */
export interface ChatService {
  list(): Promise<readonly ChatSummary[]>;
  create(wanted: NewChat): Promise<ChatSummary>;
  /** The last turns, or the last before a given one. */
  show(
    chat: ChatId,
    page?: TurnPage,
  ): Promise<{
    readonly chat: ChatSummary;
    readonly turns: readonly ChatTurn[];
    /** How many turns came before these. */
    readonly earlier: number;
    readonly queue: readonly QueuedMessage[];
    readonly permissions: readonly ChatPermission[];
    /** The last event that the turns contain. */
    readonly seq: number;
  }>;
  /** Begins a turn, or queues the message while one is in progress. */
  post(chat: ChatId, text: string): Promise<{ readonly turn: TurnId; readonly queued: boolean }>;
  /** Cancels the turn in progress; queued messages stay. False when there was none. */
  stop(chat: ChatId): Promise<boolean>;
  /** Removes a queued message. False when it is no longer queued. */
  unqueue(chat: ChatId, message: TurnId): Promise<boolean>;
  /** Permission questions that wait for a person, in one conversation or in all. */
  permissions(chat?: ChatId): Promise<readonly ChatPermission[]>;
  /** Answers one. False when it is no longer open: already answered, cancelled or expired. */
  decide(chat: ChatId, permission: string, decision: PermissionDecision): Promise<boolean>;
  /** Changes what a person noted about it: title, labels, status, archived, looked at. */
  note(chat: ChatId, patch: SessionPatch): Promise<ChatSummary>;
  /** Searches the text, best matches first, in one conversation or in all. */
  search(words: string, options?: { readonly chat?: ChatId; readonly limit?: number }): Promise<readonly SessionHit[]>;
  /** Deletes it with all its turns. RUN_HELD while it is being answered. */
  remove(chat: ChatId): Promise<void>;
  /** Events after `after`, past ones first; ends only when `signal` aborts. */
  events(chat: ChatId, after: number, signal: AbortSignal): AsyncIterable<ChatEvent>;
}
