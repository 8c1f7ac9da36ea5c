import { z } from 'zod';
import { ChatEvent, ChatId, ChatPermission, ChatSummary, NewChat, QueuedMessage } from '../chat.ts';
import { ChatTurn, TurnId } from '../chat-turn.ts';
import { BlobHash } from '../ids.ts';
import { PermissionDecision } from '../permission.ts';
import { SessionHit, SessionPatch } from '../session-note.ts';
import { get, post, remove, stream, wholeNumber } from './route.ts';

const chatParam = z.object({ chat: ChatId });

/** All of them answer 501 NOT_BUILT while the server has no chat. */
export const chatRoutes = {
  chats: get('/api/chats', { answer: z.object({ chats: z.array(ChatSummary) }) }),
  newChat: post('/api/chats', { body: NewChat, answer: ChatSummary }),
  chat: get('/api/chats/:chat', {
    params: chatParam,
    /** The last turns, or the last before a given one. */
    query: z.object({ before: TurnId.optional(), limit: wholeNumber.default(100) }),
    answer: z.object({
      chat: ChatSummary,
      turns: z.array(ChatTurn),
      /** How many came before these. */
      earlier: z.number(),
      queue: z.array(QueuedMessage),
      permissions: z.array(ChatPermission),
      /** The event after which to listen. */
      seq: z.number(),
    }),
  }),
  /** Where the text was found. */
  chatSearch: get('/api/chat-search', {
    query: z.object({ words: z.string().max(1_000), chat: ChatId.optional() }),
    answer: z.object({ hits: z.array(SessionHit) }),
  }),
  chatNote: post('/api/chats/:chat/note', { params: chatParam, body: SessionPatch, answer: ChatSummary }),
  chatRemove: remove('/api/chats/:chat', { params: chatParam, answer: z.object({ removed: z.literal(true) }) }),
  chatPost: post('/api/chats/:chat/messages', {
    params: chatParam,
    body: z.object({ text: z.string().min(1).max(200_000) }),
    answer: z.object({ turn: TurnId, queued: z.boolean() }),
  }),
  /** An image of a conversation, small enough for a page. */
  chatImage: get('/api/chat-images/:hash', {
    params: z.object({ hash: BlobHash }),
    answer: z.object({ mediaType: z.enum(['image/png', 'image/jpeg']), base64: z.string() }),
  }),
  chatStop: post('/api/chats/:chat/stop', {
    params: chatParam,
    body: z.object({}),
    answer: z.object({ stopped: z.boolean() }),
  }),
  chatQueue: get('/api/chats/:chat/queue', {
    params: chatParam,
    answer: z.object({ queue: z.array(QueuedMessage) }),
  }),
  chatUnqueue: remove('/api/chats/:chat/queue/:message', {
    params: chatParam.extend({ message: TurnId }),
    answer: z.object({ removed: z.boolean() }),
  }),
  /** Of all conversations. */
  chatsPermissions: get('/api/chat-permissions', { answer: z.object({ permissions: z.array(ChatPermission) }) }),
  chatPermissions: get('/api/chats/:chat/permissions', {
    params: chatParam,
    answer: z.object({ permissions: z.array(ChatPermission) }),
  }),
  /** `decided` is false when the question was no longer open. */
  chatDecide: post('/api/chats/:chat/permissions/:permission', {
    params: chatParam.extend({ permission: ChatPermission.shape.id }),
    body: PermissionDecision,
    answer: z.object({ decided: z.boolean() }),
  }),
};

/** Like the live events of a run: `event` messages carry their seq as id. */
export const CHAT_STREAMS = {
  chatLive: stream('/api/chats/:chat/live', {
    params: chatParam,
    query: z.object({ after: wholeNumber.optional() }),
    events: { event: ChatEvent },
  }),
};
