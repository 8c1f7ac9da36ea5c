import { z } from 'zod';
import { ErrorInfo } from './errors.ts';
import { BlobHash } from './ids.ts';

/** A program to run: never a shell line, so nothing in it can be more than it seems. */
export const Command = z.object({
  program: z.string().min(1),
  args: z.array(z.string()).default([]),
  /** Relative to the workspace. */
  cwd: z.string().default('.'),
  /** Added to the scrubbed environment. */
  env: z.record(z.string(), z.string()).default({}),
  stdin: z.string().optional(),
  timeoutMs: z.number().positive().default(120_000),
});
export type Command = z.input<typeof Command>;

/** One output stream: what is kept of it in memory, and where the whole of it lies. */
export const ExecOutput = z.object({
  text: z.string(),
  bytes: z.number().int(),
  truncated: z.boolean(),
  blob: BlobHash.optional(),
});
export type ExecOutput = z.infer<typeof ExecOutput>;

export const ExecResult = z.object({
  /** Inside a sandbox a death by signal is seen as the exit code 128 + signal, as a shell tells it. */
  outcome: z.enum(['exited', 'signalled', 'timed-out', 'aborted', 'too-much-output', 'over-limit', 'unstartable']),
  /** Which limit, when that is what ended it. */
  limit: z.enum(['processes', 'memory', 'disk']).optional(),
  /** Why it could not be started, when it could not. */
  error: ErrorInfo.optional(),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  durationMs: z.number(),
  stdout: ExecOutput,
  stderr: ExecOutput,
  /** Processes that were still alive when it ended, and were ended with it. */
  leftovers: z.number().int(),
});
export type ExecResult = z.infer<typeof ExecResult>;

/** A program that is talked to while it runs. */
export interface RunningProcess {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  /** Settles when the whole tree is gone; standard error is in it, standard output is not. Never rejects. */
  readonly ended: Promise<ExecResult>;
  /** Ends the whole tree. */
  kill(): Promise<void>;
}
