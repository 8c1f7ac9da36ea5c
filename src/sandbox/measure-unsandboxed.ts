import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { toErrorInfo } from '#contracts/errors.ts';
import type { Sandbox } from '#contracts/sandbox.ts';
import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { startFolder } from './bubblewrap.ts';
import { unstartable } from './enter-bubblewrap.ts';
import { placedEnv, placeMounts } from './place-mounts.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Runs commands of a gate on the bare machine, where nothing can be isolated and a person allowed it. Of the guarantees
 * only a fresh checkout, the gate's own commands and a scrubbed environment are left: what is measured has the person's
 * rights, files and network. Dependencies are links, so a test can write into them. Nothing else runs this way: no
 * install, no agent. `ours` holds the checkouts.
 */
export function measureUnsandboxed(sandbox: Sandbox, env: Env, ours: string): Sandbox {
  return {
    ...sandbox,
    exec: async (command, policy, signal) => {
      const scratch = await mkdtemp(join(await realpath(tmpdir()), 'assay-run-'));
      try {
        const placing = await placeMounts(policy, { ours, scratch }).catch((thrown: unknown) => toErrorInfo(thrown));
        if ('code' in placing) return unstartable(placing);
        await using _ = { [Symbol.asyncDispose]: placing.remove };
        const own = placedEnv(command.env ?? {}, placing.places);
        const { survivors: __, ...result } = await runProcess({
          program: command.program,
          args: command.args ?? [],
          cwd: resolve(startFolder(policy), command.cwd ?? '.'),
          env: scrubEnv(env, { allow: ['HOME'], extra: { ...own, PATH: `${own.PATH ?? ''}:${env.PATH ?? ''}` } }),
          stdin: command.stdin,
          timeoutMs: command.timeoutMs ?? 120_000,
          maxSpillBytes: policy.limits.outputBytes,
          ...(signal ? { signal } : {}),
        });
        return result;
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
  };
}
