import { z } from 'zod';
import { JobStep } from './steps.ts';

/** The output of one stream: its size, and all of it as a blob. */
export const StreamOutput = z.object({ bytes: z.number(), blob: z.string().nullable() });
export type StreamOutput = z.infer<typeof StreamOutput>;
export const NOTHING_SAID: StreamOutput = { bytes: 0, blob: null };

/** The content of the files behind one entry of `inputs`. */
export const InputPrint = z.object({ sha256: z.string(), files: z.number() });
export type InputPrint = z.infer<typeof InputPrint>;

/**
 * How one try of a step ended, as the effect `try N` in the log. `again`: it does not count, the step runs (again);
 * `try 0` is from an earlier run.
 */
export const StepOutcome = z.object({
  status: z.enum(['done', 'failed', 'again']),
  /** Who decided: the command itself, the step's `check`, a person, or only the interruption. */
  by: z.enum(['run', 'check', 'person', 'checkpoint']),
  /** In words: `exited with 2`, `input data.csv changed`. */
  words: z.string(),
  exitCode: z.number().nullable(),
  signal: z.string().nullable(),
  ms: z.number(),
  endedAt: z.number(),
  stdout: StreamOutput,
  stderr: StreamOutput,
  /** The last lines of a failure, with secrets redacted. */
  tail: z.string(),
  inputs: z.record(z.string(), InputPrint),
});
export type StepOutcome = z.infer<typeof StepOutcome>;

/** What a finished step leaves to later steps and runs. */
export const StepResult = z.object({
  id: z.string(),
  /** Hash of the command, variables and inputs it belongs to. */
  definition: z.string(),
  /** The run in which it really ran. */
  run: z.string(),
  tries: z.number(),
  /** True where a later run took it over unchanged. */
  kept: z.boolean(),
  outcome: StepOutcome,
});
export type StepResult = z.infer<typeof StepResult>;

export const ANSWERS = ['again', 'done'] as const;
export const StepAnswer = z.enum(ANSWERS);
export type StepAnswer = z.infer<typeof StepAnswer>;

/** What is known about a step when its job continues in a new run. */
export const Known = z.discriminatedUnion('was', [
  z.object({ was: z.literal('done'), result: StepResult, answer: StepAnswer.optional() }),
  z.object({ was: z.literal('failed'), words: z.string() }),
  z.object({
    was: z.literal('in_flight'),
    /** Carried by its processes, in case one is still alive. */
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
  /** The run that this one replaced, and why. */
  replaces: z.object({ run: z.string(), why: z.string() }).nullable(),
});
export type CheckpointedJob = z.infer<typeof CheckpointedJob>;

/** The input of one step's task. */
export const StepTask = z.object({ step: JobStep, folder: z.string(), known: Known.nullable() });
export type StepTask = z.infer<typeof StepTask>;
