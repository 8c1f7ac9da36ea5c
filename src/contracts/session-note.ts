import { z } from 'zod';

/** Where a conversation stands, by a person's word. */
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

/** What a person has noted about a conversation. It is not part of what was said, so it is not in its log. */
export const SessionNote = z.object({
  /** Null: named after its first words. */
  title: SessionTitle.nullable(),
  labels: z.array(SessionLabel).max(MOST_LABELS),
  status: SessionStatus,
  archived: z.boolean(),
  /** When a person last looked at it in a window; null where nobody has. */
  readAt: z.number().nullable(),
});
export type SessionNote = z.infer<typeof SessionNote>;

export const NO_NOTE: SessionNote = { title: null, labels: [], status: 'open', archived: false, readAt: null };

/** What to change of it; what is left out stays. */
export const SessionPatch = SessionNote.partial();
export type SessionPatch = z.infer<typeof SessionPatch>;

/** A place where the words were said. */
export const SessionHit = z.object({
  chat: z.string(),
  title: z.string(),
  turn: z.string(),
  by: z.enum(['person', 'agent']),
  at: z.number(),
  /** The words around the place, in order; `hit` marks those that were looked for. */
  excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
});
export type SessionHit = z.infer<typeof SessionHit>;
