import { z } from 'zod';
import { ActivationId, MailId } from './ids.ts';
import { Json } from './json.ts';
import { Budget } from './usage.ts';

/** Requests of people and other processes to a run. They wait in the store until the driver takes them into the log. */
export const Mail = z.discriminatedUnion('type', [
  z.object({ type: z.literal('cancel'), why: z.string() }),
  z.object({ type: z.literal('pause'), why: z.string() }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('raise-budget'), budget: Budget }),
  z.object({ type: z.literal('signal'), signal: z.string(), act: ActivationId.nullable(), payload: Json }),
  z.object({
    type: z.literal('add-tasks'),
    tasks: z.array(
      z.object({ port: z.string(), payload: Json, name: z.string().optional(), after: z.array(z.string()).optional() }),
    ),
  }),
]);
export type Mail = z.infer<typeof Mail>;

export const StoredMail = z.object({ id: MailId, at: z.number(), by: z.string(), mail: Mail });
export type StoredMail = z.infer<typeof StoredMail>;

/** Signals that the engine itself asks for, besides those a graph declares. */
export const FAILURE_SIGNAL = 'assay.failure';
export const FailureAnswer = z.object({ choice: z.enum(['retry', 'skip', 'fail']) });
export type FailureAnswer = z.infer<typeof FailureAnswer>;
