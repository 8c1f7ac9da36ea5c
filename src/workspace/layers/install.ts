import type { Command, ExecResult } from '#contracts/exec.ts';
import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';

/**
 * Runs an install command in a folder; where and how safely is for the caller to choose. Everything it may write lies
 * under `root` (the folder itself without it).
 */
export type RunInstall = (command: Command, folder: string, signal?: AbortSignal, root?: string) => Promise<ExecResult>;

const TIMEOUT_MS = 30 * 60_000;

/** On this machine, without the person's secrets and home. Nothing is isolated: for the person's own lockfiles only. */
export function hostInstall(env: Readonly<Record<string, string | undefined>>): RunInstall {
  return async (command, folder, signal) => {
    const {
      outcome,
      exitCode,
      signal: killedBy,
      durationMs,
      stdout,
      stderr,
      leftovers,
      ...rest
    } = await runProcess({
      program: command.program,
      args: command.args ?? [],
      cwd: folder,
      env: scrubEnv(env, { allow: ['npm_config_registry', 'PIP_INDEX_URL', 'UV_INDEX_URL'], extra: command.env ?? {} }),
      timeoutMs: command.timeoutMs ?? TIMEOUT_MS,
      signal,
    });
    const error = 'error' in rest ? rest.error.message : '';
    return {
      ...{ outcome, exitCode, signal: killedBy, durationMs, leftovers },
      stdout,
      stderr: error === '' ? stderr : { ...stderr, text: error },
    };
  };
}
