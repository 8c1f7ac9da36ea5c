import { z } from 'zod';
import { ErrorInfo } from './errors.ts';
import { BlobHash, RunId } from './ids.ts';
import { Json } from './json.ts';
import { Usage } from './usage.ts';

/** The name of the graph that a conversation runs on. */
export const CHAT = 'chat';

export const TurnId = z.string().min(1).max(64).brand<'TurnId'>();
export type TurnId = z.infer<typeof TurnId>;

/** An action of an agent within a turn; `parent` is the activity it happened under. */
export const ChatActivity = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  kind: z.enum(['thinking', 'tool', 'run', 'agent', 'status']),
  title: z.string(),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** The call's input and output, or the content to look at. */
  detail: Json,
  /** The run it started, if any. */
  run: RunId.nullable(),
});
export type ChatActivity = z.infer<typeof ChatActivity>;

/** Markdown text, or an action. */
export const TurnPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('activity'), id: z.string(), activity: ChatActivity }),
]);
export type TurnPart = z.infer<typeof TurnPart>;

/** What a person said, or what an agent said and did, in order. */
export const ChatTurn = z.object({
  id: TurnId,
  by: z.enum(['person', 'agent']),
  at: z.number(),
  endedAt: z.number().nullable(),
  parts: z.array(TurnPart),
  /** Images that the person sent with it. */
  images: z.array(z.object({ name: z.string(), blob: BlobHash })).optional(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'stopped']),
  usage: Usage,
  error: ErrorInfo.nullable(),
});
export type ChatTurn = z.infer<typeof ChatTurn>;

type WithParts = { readonly parts: readonly TurnPart[] };

/** All the text of a turn. */
export const textOfTurn = ({ parts }: WithParts): string =>
  parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n\n');

export const activitiesOf = ({ parts }: WithParts): ChatActivity[] =>
  parts.flatMap((part) => (part.type === 'activity' ? [part.activity] : []));

/** Pure. The parts with one added, or replaced if one has the same id. */
export function withPart(parts: readonly TurnPart[], part: TurnPart): TurnPart[] {
  const at = parts.findIndex(({ id }) => id === part.id);
  return at < 0 ? [...parts, part] : parts.with(at, part);
}

/** Pure. The parts after more text in one of them; the first text creates it. */
export function withText(parts: readonly TurnPart[], id: string, text: string): TurnPart[] {
  const known = parts.find((part) => part.id === id);
  return withPart(parts, { type: 'text', id, text: (known?.type === 'text' ? known.text : '') + text });
}
