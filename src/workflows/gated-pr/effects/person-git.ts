import { AssayError } from '#contracts/errors.ts';
import { runProcess } from '#host/run-process.ts';

/** git in the person's own checkout, with their configuration and hooks: what they would have typed themselves. */
export type PersonGit = (args: readonly string[], more?: Readonly<Record<string, string>>) => Promise<string>;

export function personGit(folder: string, env: Readonly<Record<string, string>>): PersonGit {
  return async (args, more = {}) => {
    const result = await runProcess({
      program: 'git',
      args: ['-C', folder, ...args],
      cwd: folder,
      env: { ...env, ...more },
      timeoutMs: 120_000,
    });
    if (result.outcome === 'exited' && result.exitCode === 0) return result.stdout.text.trim();
    const said = (result.stderr.text || result.stdout.text).trim();
    throw new AssayError('GIT_FAILED', `git ${args.join(' ')}: ${said || result.outcome}`);
  };
}
