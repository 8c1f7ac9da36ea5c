import { runProcess } from '#host/run-process.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * git's output, or null where there is no repository, no git, or it fails. No program that the repository names is run.
 */
export async function runGit(root: string, args: readonly string[], env: Env = process.env): Promise<string | null> {
  const heard: Uint8Array[] = [];
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false'];
  const result = await runProcess({
    program: 'git',
    args: ['-C', root, ...safe, ...args],
    cwd: root,
    env: { PATH: env.PATH, HOME: env.HOME, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    maxBytes: 1_024,
    leavesNothing: true,
    onChunk: (stream, chunk) => {
      if (stream === 'stdout') heard.push(chunk.slice());
    },
  });
  return result.outcome === 'exited' && result.exitCode === 0 ? Buffer.concat(heard).toString('utf8') : null;
}
