import { z } from 'zod';
import { AgentUsage } from '#contracts/agent.ts';
import { TurnId } from '#contracts/chat-turn.ts';
import { ErrorInfo } from '#contracts/errors.ts';
import { BlobHash, RunId } from '#contracts/ids.ts';
import { PermissionMode } from '#contracts/permission.ts';

/** Stops a turn; removes a message. */
export const STOP_SIGNAL = 'assay.stop';
export const UNQUEUE_SIGNAL = 'assay.unqueue';

/** Settings for all of a conversation. */
export const ChatSettings = z.object({
  /** Where its agent works, and the top of the project around it. */
  folder: z.string(),
  project: z.string(),
  /** The name of a definition, or `chat`. */
  agent: z.string(),
  mode: PermissionMode,
  /** As chosen when it began. */
  backend: z.string(),
  model: z.string().nullable(),
  unsandboxed: z.boolean(),
  /** A scripted model answers. */
  simulated: z.boolean(),
});
export type ChatSettings = z.infer<typeof ChatSettings>;

/** An image as it was when the message was sent. */
export const AttachedImage = z.object({ name: z.string(), blob: BlobHash });
export type AttachedImage = z.infer<typeof AttachedImage>;

export const ChatMessage = z.object({
  id: TurnId,
  at: z.number(),
  by: z.string(),
  text: z.string(),
  images: z.array(AttachedImage).optional(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** How a turn ended. */
export const TurnEnd = z.object({
  status: z.enum(['done', 'failed', 'stopped']),
  text: z.string(),
  error: ErrorInfo.nullable(),
  usage: AgentUsage,
  /** For continuing it; null where the backend keeps nothing. */
  resume: z.string().nullable(),
});
export type TurnEnd = z.infer<typeof TurnEnd>;

/** The researches of a conversation. They are in the log, so no compaction and no restart loses them. */
export const ChatResearch = z.object({
  /** The run that waits for the person: their next message is the answer to it. */
  open: RunId.nullable(),
  /** How earlier ones ended; newest last. */
  summaries: z.array(z.object({ run: RunId, text: z.string() })),
});
export type ChatResearch = z.infer<typeof ChatResearch>;
export const NO_RESEARCH: ChatResearch = { open: null, summaries: [] };

/** The state that a conversation hands on from turn to turn. */
export const ChatState = z.object({
  settings: ChatSettings,
  resume: z.object({ backend: z.string(), token: z.string() }).nullable(),
  /** The turn before. */
  last: TurnEnd.extend({ turn: TurnId, backend: z.string() }).nullable(),
  first: ChatMessage.nullable(),
  research: ChatResearch.default(NO_RESEARCH),
});
export type ChatState = z.infer<typeof ChatState>;

export const TurnInput = ChatState.omit({ first: true, last: true }).extend({ message: ChatMessage });
export type TurnInput = z.infer<typeof TurnInput>;

/** A turn that ended, with its agent and the researches by then. */
export interface TakenTurn extends TurnEnd {
  readonly backend: string;
  readonly research: ChatResearch;
}
