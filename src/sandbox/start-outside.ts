import { resolve } from 'node:path';
import type { AttemptEnv } from '#contracts/agent.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { startLive } from './live-process.ts';

const MAX_ERROR_BYTES = 64 * 1024 ** 2;
const GRACE_MS = 2_000;

/**
 * Starts a program on the bare machine, in its folder, with a scrubbed environment and no other protection of the
 * person's files: for agents that a person lets work without a sandbox. Processes it starts still end with it, as far
 * as they can be seen from outside.
 */
export function startOutside(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): NonNullable<AttemptEnv['start']> {
  return (command, signal) =>
    startLive({
      program: command.program,
      args: command.args ?? [],
      cwd: resolve(folder, command.cwd ?? '.'),
      env: scrubEnv(env, { extra: command.env ?? {} }),
      signal,
      timeoutMs: command.timeoutMs,
      graceMs: GRACE_MS,
      maxErrorBytes: MAX_ERROR_BYTES,
    });
}
