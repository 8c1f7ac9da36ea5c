import { AssayError } from '#contracts/errors.ts';
import { runProcess } from '#host/run-process.ts';

export interface GitFacts {
  readonly branches: readonly string[];
  /** Null where HEAD is detached. */
  readonly current: string | null;
  /** The remote's main branch; null where that is not known. */
  readonly remoteHead: string | null;
}

/** What git knows about a repository. Refuses one without a commit: there is nothing to branch from. */
export async function gitFacts(repository: string, path: string): Promise<GitFacts> {
  const git = async (...args: string[]): Promise<string | null> => {
    const { exitCode, stdout } = await runProcess({
      program: 'git',
      // Whether the folder can be trusted was checked where its top was searched.
      args: ['-c', 'safe.directory=*', ...args],
      cwd: repository,
      env: { PATH: path },
      timeoutMs: 10_000,
    });
    return exitCode === 0 ? stdout.text.trim() : null;
  };
  if ((await git('rev-parse', '--verify', '--quiet', 'HEAD')) === null) {
    throw new AssayError('REPOSITORY_UNFIT', `${repository} has no commit yet`, {
      next: 'Commit what there is, then run `assay init` again.',
    });
  }
  const remoteHead = await git('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  return {
    branches: ((await git('for-each-ref', '--format=%(refname:short)', 'refs/heads')) ?? '')
      .split('\n')
      .filter(Boolean),
    current: (await git('symbolic-ref', '--quiet', '--short', 'HEAD')) || null,
    remoteHead: remoteHead?.replace(/^origin\//, '') ?? null,
  };
}
