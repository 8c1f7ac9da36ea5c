import { plural } from '#contracts/text.ts';
import { runProcess } from '#host/run-process.ts';

/** Agents begin at main, so they do not see a person's uncommitted changes. Null: there are none. */
export async function uncommittedWarning(folder: string, path: string): Promise<string | null> {
  const { exitCode, stdout } = await runProcess({
    program: 'git',
    args: ['-c', 'safe.directory=*', 'diff', '--name-only', 'HEAD'],
    cwd: folder,
    env: { PATH: path },
    timeoutMs: 10_000,
  });
  const changed = exitCode === 0 ? stdout.text.split('\n').filter(Boolean) : [];
  if (changed.length === 0) return null;
  const named = `${changed.slice(0, 3).join(', ')}${changed.length > 3 ? ', …' : ''}`;
  return `${plural(changed.length, 'file')} changed and not committed (${named}): agents begin at the last commit and do not see that`;
}
