import { z } from 'zod';
import { ActivationId, RunId } from './ids.ts';

/** Which attempt of which activation of which run a task is. */
export const AttemptOf = z.object({ run: RunId, act: ActivationId, attempt: z.number().int().positive() });
export type AttemptOf = z.infer<typeof AttemptOf>;

/** The same in one word, as logs and transcripts have it. Never taken apart again: an activation's name may have slashes. */
export const attemptId = ({ run, act, attempt }: AttemptOf): string => `${run}/${act}/${attempt}`;

/** Of anything that also says more. */
export const attemptOf = ({ run, act, attempt }: AttemptOf): AttemptOf => ({ run, act, attempt });
