import { quote } from '#code/shell-quote.ts';
import { runProcess } from '#host/run-process.ts';

/**
 * The command that commits what a run needs on main: the plan where main has another or none, and the written files.
 */
export async function whatToCommit(
  { repository, main, path }: { readonly repository: string; readonly main: string; readonly path: string },
  { plan, written, current }: { plan: string; written: readonly string[]; current: string | null },
): Promise<string> {
  const git = async (...args: string[]) =>
    runProcess({
      program: 'git',
      args: ['-c', 'safe.directory=*', ...args],
      cwd: repository,
      env: { PATH: path },
      timeoutMs: 10_000,
    });
  const isSame = (await git('diff', '--quiet', main, '--', plan)).exitCode === 0;
  const isTracked = (await git('cat-file', '-e', `${main}:${plan}`)).exitCode === 0;
  const files = [...new Set([...(isSame && isTracked ? [] : [plan]), ...written.map(folderOf)])];
  const ignored = (await git('check-ignore', '--quiet', ...files)).exitCode === 0;
  const add = `git add ${ignored ? '--force ' : ''}${quote(files)} && git commit -m "Set up Assay"`;
  return current === main ? add : `git switch ${quote([main])} && ${add}`;
}

/** Everything in `.assay` that is not ignored should be committed. */
const folderOf = (path: string): string => (path.startsWith('.assay/') ? '.assay' : path);
