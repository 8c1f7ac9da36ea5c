import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseDuration } from './duration.ts';

const COMMAND = 'must be a command: text for the shell, or a list of words';

/** Text for `/bin/sh`, or the words of a program that is started without a shell. */
export const CheckpointCommand = z.union([z.string().trim().min(1, COMMAND), z.array(z.string()).min(1, COMMAND)], {
  error: COMMAND,
});
export type CheckpointCommand = z.infer<typeof CheckpointCommand>;

const Text = z.string({ error: 'must be text' }).min(1, 'must not be empty');
const Texts = z.array(Text, { error: 'must be a list of texts' }).default([]);
const Flag = z.boolean({ error: 'must be true or false' });

const Timeout = z
  .string({ error: 'must be a time with its unit: "90s", "10m", "1h 30m"' })
  .transform((text, context) => {
    const ms = parseDuration(text);
    if (ms !== null) return ms;
    context.addIssue(`"${text}" is not a time: write "90s", "10m", "1h 30m"`);
    return z.NEVER;
  });

const Env = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable: letters, digits and _'),
  z.union([z.string(), z.number(), z.boolean()], { error: 'must be text, a number, true or false' }).transform(String),
  { error: 'must be names and values' },
);

/** One step as people write it. */
const FileStep = z.strictObject({
  id: z
    .string({ error: 'must be text' })
    .max(64, 'must have at most 64 characters')
    .regex(/^[a-z][a-z0-9_]*$/, 'must be snake_case: small letters, digits and _, beginning with a letter'),
  run: CheckpointCommand,
  after: Texts,
  inputs: Texts,
  outputs: Texts,
  env: Env.default({}),
  timeout: Timeout.optional(),
  retries: z.int('must be a whole number').min(0, 'must be 0 or more').max(100, 'must be at most 100').default(0),
  idempotent: Flag.default(false),
  check: CheckpointCommand.optional(),
  continue_on_failure: Flag.default(false),
});

/** STEPS.yaml as people write it. */
export const StepsFile = z.strictObject(
  {
    name: Text.max(100, 'must have at most 100 characters'),
    max_parallel: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(1_000, 'must be at most 1000')
      .default(1),
    steps: z.array(FileStep, { error: 'must be a list of steps' }).min(1, 'must have at least one step'),
  },
  { error: 'must have a name and steps' },
);

/** One step as the run's log holds it. */
export const JobStep = z.object({
  id: z.string(),
  run: z.union([z.string(), z.array(z.string())]),
  after: z.array(z.string()),
  inputs: z.array(z.string()),
  outputs: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  timeoutMs: z.number().nullable(),
  retries: z.number(),
  idempotent: z.boolean(),
  check: z.union([z.string(), z.array(z.string())]).nullable(),
  continueOnFailure: z.boolean(),
});
export type JobStep = z.infer<typeof JobStep>;

/** A parsed steps file. */
export interface Steps {
  readonly name: string;
  readonly maxParallel: number;
  readonly steps: readonly JobStep[];
}

export function stepsOf({ name, max_parallel, steps }: z.output<typeof StepsFile>): Steps {
  return {
    name,
    maxParallel: max_parallel,
    steps: steps.map(({ timeout, check, continue_on_failure, ...step }) => ({
      ...step,
      timeoutMs: timeout ?? null,
      check: check ?? null,
      continueOnFailure: continue_on_failure,
    })),
  };
}

/**
 * What a result depends on: the same command with the same variables on the same inputs. Policies may change freely.
 */
export function stepDefinitionOf({ run, env, inputs }: JobStep): string {
  const sorted = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([run, sorted, inputs]))
    .digest('hex')
    .slice(0, 16);
}

export const commandText = (command: CheckpointCommand): string =>
  typeof command === 'string' ? command : command.join(' ');
