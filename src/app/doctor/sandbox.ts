import { findOnPath } from '#host/find-system.ts';
import { runProcess } from '#host/run-process.ts';
import type { Check } from './check.ts';

/** Not what is configured: whether a program really runs inside a new user namespace. */
export const sandbox: Check = {
  name: 'sandbox',
  group: 'optional',
  look: async ({ env, system }) => {
    if (system === 'macos') return { state: 'absent', seen: 'Linux only for now' };
    const bwrap = findOnPath('bwrap', env);
    if (bwrap === null) return { state: 'absent', seen: 'needs bubblewrap' };
    const args = ['--unshare-all', '--unshare-user', '--die-with-parent', '--ro-bind', '/', '/', 'true'];
    const result = await runProcess({ program: bwrap, args, cwd: '/', env: { PATH: env.PATH }, timeoutMs: 10_000 });
    if (result.outcome === 'exited' && result.exitCode === 0) {
      return { state: 'ok', seen: 'user namespaces work: a program ran isolated' };
    }
    const [reason = result.outcome] = result.stderr.text.trim().split('\n');
    return {
      state: 'absent',
      seen: `bwrap does not run: ${reason}`,
      next: 'Allow user namespaces: `sudo sysctl kernel.unprivileged_userns_clone=1`; on Ubuntu also kernel.apparmor_restrict_unprivileged_userns=0; in a container, run it with fewer restrictions.',
    };
  },
};
