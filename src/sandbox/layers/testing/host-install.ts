import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import type { RunInstall } from '../install.ts';

/** On this machine without isolation: for tests that compare against the bare machine. */
export function hostInstall(env: Readonly<Record<string, string | undefined>>): RunInstall {
  return async ({ program, args = [], env: extra = {}, timeoutMs = 60_000 }, folder, signal) => {
    const { survivors: _, ...result } = await runProcess({
      ...{ program, args, cwd: folder, env: scrubEnv(env, { extra }), timeoutMs, signal },
    });
    return result;
  };
}
