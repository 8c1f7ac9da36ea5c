import type { AgentTask } from '#contracts/agent.ts';
import type { Clock } from '#contracts/clock.ts';
import type { StepModel } from '#contracts/model.ts';

/** What the native backend works with. */
export interface NativeOptions {
  /** The model that a task names as `PROVIDER:NAME`, or the usual one. Throws an AssayError where there is none. */
  readonly model: (ref: string | undefined, task: AgentTask) => StepModel | Promise<StepModel>;
  readonly simulated: boolean;
  readonly clock: Clock;
  /** The folder in which conversations are kept for later attempts; without it none can be resumed. */
  readonly transcripts?: string;
  /** Tokens that fit in a model's context; 180,000 where nobody knows. */
  readonly window?: (ref: string) => number | undefined;
  /** Seconds that an attempt without a limit of its own may take. */
  readonly longest: number;
}
