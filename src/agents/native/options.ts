import type { AgentTask } from '#contracts/agent.ts';
import type { Clock } from '#contracts/clock.ts';
import type { StepModel } from '#contracts/model.ts';

/** The dependencies of the native backend. */
export interface NativeOptions {
  /** The model that a task names as `PROVIDER:NAME`, or the default. Throws an AssayError where there is none. */
  readonly model: (ref: string | undefined, task: AgentTask) => StepModel | Promise<StepModel>;
  readonly simulated: boolean;
  readonly clock: Clock;
  /** The folder in which conversations are kept for later attempts; without it none can be resumed. */
  readonly transcripts?: string;
  /** The size of a model's context in tokens; default 180,000. */
  readonly window?: (ref: string) => number | undefined;
  /** Default time limit of an attempt, in seconds. */
  readonly longest: number;
}
