import { mkdir, symlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Sandbox, SandboxPolicy } from '#contracts/sandbox.ts';
import { exists } from '#host/remove-folder.ts';
import { runProcess } from '#host/run-process.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { startFolder } from './bubblewrap.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Runs commands of a gate on the bare machine, where nothing can be isolated and a person allowed it. Of the guarantees
 * only a fresh checkout, the gate's own commands and a scrubbed environment are left: what is measured has the person's
 * rights, files and network. Dependencies are links, so a test can write into them. Nothing else runs this way: no
 * install, no agent.
 */
export function measureUnsandboxed(sandbox: Sandbox, env: Env): Sandbox {
  return {
    ...sandbox,
    exec: async (command, policy, signal) => {
      await linkMounts(policy);
      const { survivors: _, ...result } = await runProcess({
        program: command.program,
        args: command.args ?? [],
        cwd: resolve(startFolder(policy), command.cwd ?? '.'),
        env: scrubEnv(env, {
          allow: ['HOME'],
          extra: { ...command.env, PATH: `${command.env?.PATH ?? ''}:${env.PATH ?? ''}` },
        }),
        stdin: command.stdin,
        timeoutMs: command.timeoutMs ?? 120_000,
        maxSpillBytes: policy.limits.outputBytes,
        ...(signal ? { signal } : {}),
      });
      return result;
    },
  };
}

/** Where a sandbox would mount them; only inside the writable folder, which is the checkout. */
async function linkMounts({ readOnly, writable }: SandboxPolicy): Promise<void> {
  for (const { from, at } of readOnly) {
    if (from === at || !writable.some((tree) => at.startsWith(`${tree.at}/`)) || (await exists(at))) continue;
    await mkdir(dirname(at), { recursive: true });
    await symlink(from, at);
  }
}
