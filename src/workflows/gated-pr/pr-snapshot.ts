import { z } from 'zod';
import { Answer, Call } from './call.ts';
import { EffectOutcome } from './effects.ts';
import { GatedState } from './state.ts';

/** A call and its answer. */
const Answered = z.object({ ticket: z.string().nullable(), call: Call, answer: Answer }).nullable();

/** A call in progress, and the answer of the previous one. */
export const PendingCall = z.object({
  state: GatedState,
  call: Call.nullable(),
  ticket: z.string().nullable(),
  /** The reviewer's answer, where the table waits for it. */
  outcome: EffectOutcome.nullable(),
  /** The answer to the agent's last call, while a reviewer reads. */
  answered: Answered.default(null),
});
export type PendingCall = z.infer<typeof PendingCall>;

export const PrSnapshot = z.object({
  state: GatedState,
  answered: Answered,
});
export type PrSnapshot = z.infer<typeof PrSnapshot>;
