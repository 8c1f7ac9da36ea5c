import { z } from 'zod';
import { ErrorInfo } from './errors.ts';
import { BlobHash } from './ids.ts';

/** A program to run. It is never a shell line, so its arguments cannot be interpreted. */
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

/** One output stream: the part kept in memory, and where the full output is stored. */
export const ExecOutput = z.object({
  text: z.string(),
  bytes: z.number().int(),
  truncated: z.boolean(),
  blob: BlobHash.optional(),
});
export type ExecOutput = z.infer<typeof ExecOutput>;

export const ExecResult = z.object({
  /** Inside a sandbox, death by a signal shows as the exit code 128 + signal, as in a shell. */
  outcome: z.enum(['exited', 'signalled', 'timed-out', 'aborted', 'too-much-output', 'over-limit', 'unstartable']),
  /** Which limit ended it, if one did. */
  limit: z.enum(['processes', 'memory', 'disk']).optional(),
  /** Why it could not be started, if it could not. */
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
  /** Settles when the whole tree has ended; contains standard error but not standard output. Never rejects. */
  readonly ended: Promise<ExecResult>;
  /** Ends the whole tree. */
  kill(): Promise<void>;
}
