import { z } from 'zod';
import { Answer, Call } from './call.ts';
import { Outcome } from './effects.ts';
import { GatedState } from './state.ts';

/** A call on its way through the table, and the answer of the one before. */
export const Calling = z.object({
  state: GatedState,
  call: Call.nullable(),
  ticket: z.string().nullable(),
  /** What a reviewer said, where the table waits for that. */
  outcome: Outcome.nullable(),
});
export type Calling = z.infer<typeof Calling>;

export const Standing = z.object({
  state: GatedState,
  answered: z.object({ ticket: z.string().nullable(), call: Call, answer: Answer }).nullable(),
});
export type Standing = z.infer<typeof Standing>;
