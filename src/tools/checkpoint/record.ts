import { z } from 'zod';
import { JobStep } from './steps.ts';

/** What one output stream left: its size, and all of it as a blob. */
export const StreamOutput = z.object({ bytes: z.number(), blob: z.string().nullable() });
export type StreamOutput = z.infer<typeof StreamOutput>;
export const NOTHING_SAID: StreamOutput = { bytes: 0, blob: null };

/** What the files behind one entry of `inputs` were. */
export const InputPrint = z.object({ sha256: z.string(), files: z.number() });
export type InputPrint = z.infer<typeof InputPrint>;

/**
 * How one try of a step ended, as the effect `try N` in the log. `again`: it does not count, the step runs (once more);
 * `try 0` is what an earlier run left.
 */
export const StepOutcome = z.object({
  status: z.enum(['done', 'failed', 'again']),
  /** Who says so: the command itself, the step's `check`, a person, or nobody but the interruption. */
  by: z.enum(['run', 'check', 'person', 'checkpoint']),
  /** In words: `exited with 2`, `input data.csv changed`. */
  words: z.string(),
  exitCode: z.number().nullable(),
  signal: z.string().nullable(),
  ms: z.number(),
  endedAt: z.number(),
  stdout: StreamOutput,
  stderr: StreamOutput,
  /** The last lines of a failure, secrets taken out. */
  tail: z.string(),
  inputs: z.record(z.string(), InputPrint),
});
export type StepOutcome = z.infer<typeof StepOutcome>;

/** What a finished step leaves to those after it, and to later runs. */
export const StepResult = z.object({
  id: z.string(),
  /** Hash of the command, variables and inputs it belongs to. */
  definition: z.string(),
  /** The run in which it really ran. */
  run: z.string(),
  tries: z.number(),
  /** True where a later run took it over as it was. */
  kept: z.boolean(),
  outcome: StepOutcome,
});
export type StepResult = z.infer<typeof StepResult>;

export const ANSWERS = ['again', 'done'] as const;
export const StepAnswer = z.enum(ANSWERS);
export type StepAnswer = z.infer<typeof StepAnswer>;

/** What is known of a step when its job goes on in a new run. */
export const Known = z.discriminatedUnion('was', [
  z.object({ was: z.literal('done'), result: StepResult, answer: StepAnswer.optional() }),
  z.object({ was: z.literal('failed'), words: z.string() }),
  z.object({
    was: z.literal('in_flight'),
    /** Carried by its processes, should one still be alive. */
    mark: z.string(),
    run: z.string(),
    answer: StepAnswer.optional(),
  }),
]);
export type Known = z.infer<typeof Known>;

/** The input of a checkpoint run. */
export const CheckpointedJob = z.object({
  name: z.string(),
  /** The steps file: real path, and sha256 of its text. */
  file: z.string(),
  hash: z.string(),
  folder: z.string(),
  maxParallel: z.number(),
  steps: z.array(JobStep),
  known: z.record(z.string(), Known),
  /** The run this one took the place of, and why. */
  replaces: z.object({ run: z.string(), why: z.string() }).nullable(),
});
export type CheckpointedJob = z.infer<typeof CheckpointedJob>;

/** The input of one step's task. */
export const StepTask = z.object({ step: JobStep, folder: z.string(), known: Known.nullable() });
export type StepTask = z.infer<typeof StepTask>;
