import { z } from 'zod';
import { Answer, Call } from './call.ts';
import { EffectOutcome } from './effects.ts';
import { GatedState } from './state.ts';

/** A call and what it was answered with. */
const Answered = z.object({ ticket: z.string().nullable(), call: Call, answer: Answer }).nullable();

/** A call on its way through the table, and the answer of the one before. */
export const PendingCall = z.object({
  state: GatedState,
  call: Call.nullable(),
  ticket: z.string().nullable(),
  /** What a reviewer said, where the table waits for that. */
  outcome: EffectOutcome.nullable(),
  /** What the agent's call that led here was answered with, while a reviewer reads. */
  answered: Answered.default(null),
});
export type PendingCall = z.infer<typeof PendingCall>;

export const PrSnapshot = z.object({
  state: GatedState,
  answered: Answered,
});
export type PrSnapshot = z.infer<typeof PrSnapshot>;
