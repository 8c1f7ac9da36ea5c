import { z } from 'zod';

/** The status that a person gave a conversation. */
export const SESSION_STATUSES = ['open', 'waiting', 'done', 'dropped'] as const;
export const SessionStatus = z.enum(SESSION_STATUSES);
export type SessionStatus = z.infer<typeof SessionStatus>;

export const MOST_LABELS = 20;
/** One line of visible characters: it is shown in lists and typed in commands. */
const ONE_LINE = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u;
export const SessionTitle = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(ONE_LINE, 'a title is one line of visible characters');
export const SessionLabel = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(ONE_LINE, 'a label is one line of visible characters');

/** What a person noted about a conversation. It is not part of the conversation, so it is not in its log. */
export const SessionNote = z.object({
  /** Null: named after its first words. */
  title: SessionTitle.nullable(),
  labels: z.array(SessionLabel).max(MOST_LABELS),
  status: SessionStatus,
  archived: z.boolean(),
  /** When a person last looked at it in a window; null where no one has. */
  readAt: z.number().nullable(),
});
export type SessionNote = z.infer<typeof SessionNote>;

export const NO_NOTE: SessionNote = { title: null, labels: [], status: 'open', archived: false, readAt: null };

/** The fields to change; others stay. */
export const SessionPatch = SessionNote.partial();
export type SessionPatch = z.infer<typeof SessionPatch>;

/** A match of a search. */
export const SessionHit = z.object({
  chat: z.string(),
  title: z.string(),
  turn: z.string(),
  by: z.enum(['person', 'agent']),
  at: z.number(),
  /** The words around the match, in order; `hit` marks the words searched for. */
  excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
});
export type SessionHit = z.infer<typeof SessionHit>;
