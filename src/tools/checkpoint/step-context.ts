import { z } from 'zod';
import type { NodeTask } from '#contracts/executor.ts';
import type { Json } from '#contracts/json.ts';
import type { Effect } from '#engine/graph/context.ts';
import type { StepResult } from './record.ts';

/** The part of a node's context that a step uses. */
export interface CheckpointContext {
  readonly run: string;
  readonly signal: AbortSignal;
  readonly task: Pick<NodeTask, 'effects'>;
  /** Results of the steps it comes after. */
  readonly before: readonly StepResult[];
  /** A person's last answer to this step. */
  readonly answer: string | undefined;
  effect<Result extends Json>(key: string, effect: Effect<Result>): Promise<Result>;
  say(line: string): void;
}

export type StepEnd =
  | { readonly type: 'finished'; readonly result: StepResult }
  | { readonly type: 'ask'; readonly question: StepQuestion };

/** A question to a person about a step. */
export const StepQuestionShape = z.object({
  text: z.string(),
  step: z.string(),
  /** The try it is about. */
  about: z.number(),
  choices: z.array(z.string()),
});
export type StepQuestion = z.infer<typeof StepQuestionShape>;
