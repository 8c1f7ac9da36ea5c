import { z } from 'zod';
import { SessionNote } from './session-note.ts';

export const SESSION_FORMAT = 'assay-session';

/**
 * The first line of an exported conversation; a turn on each line after it. It contains what a person sees of it, and
 * nothing that tells another machine what to run: no folder, no program, no session of a provider.
 */
export const SessionHeader = z.object({
  format: z.literal(SESSION_FORMAT),
  version: z.literal(1),
  title: z.string().max(1_000),
  labels: SessionNote.shape.labels,
  status: SessionNote.shape.status,
  /** A scripted model answered. */
  simulated: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
  turns: z.number().int().nonnegative(),
});
export type SessionHeader = z.infer<typeof SessionHeader>;
