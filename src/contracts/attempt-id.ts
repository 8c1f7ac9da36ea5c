import { z } from 'zod';
import { ActivationId, RunId } from './ids.ts';

/** Identifies an attempt: run, activation and number. */
export const AttemptOf = z.object({ run: RunId, act: ActivationId, attempt: z.number().int().positive() });
export type AttemptOf = z.infer<typeof AttemptOf>;

/** The same as one string, for logs and transcripts. It is never parsed: an activation's name may contain slashes. */
export const attemptId = ({ run, act, attempt }: AttemptOf): string => `${run}/${act}/${attempt}`;

/** Picks the three fields from an object that has more. */
export const attemptOf = ({ run, act, attempt }: AttemptOf): AttemptOf => ({ run, act, attempt });
