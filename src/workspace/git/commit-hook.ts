import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { CommitHook, CommitHookName } from '#contracts/workspace.ts';
import type { Git } from './git.ts';
import { checkoutTop, type GitRepository } from './repository.ts';

/**
 * The hook that git would run before a commit of the person's: where their configuration points, else in git's own
 * folder. Null where there is none, or git would not run it.
 */
export async function readCommitHook(
  git: Git,
  repository: GitRepository,
  name: CommitHookName,
): Promise<CommitHook | null> {
  const top = await checkoutTop(git, repository);
  if (top === undefined) return null;
  const file = await place(git, repository, top, name);
  // Husky starts its files by `sh`, whether they are executable or not.
  const text = await access(file, file.includes('/.husky/') ? constants.R_OK : constants.X_OK).then(
    () => readFile(file, 'utf8'),
    () => null,
  );
  if (text === null || text.length > MOST) return null;
  const path = relative(top, file);
  return { path: path.startsWith('..') || path.startsWith('.git/') || isAbsolute(path) ? null : path, text };
}

const MOST = 1024 ** 2;

async function place(git: Git, { commonDir }: GitRepository, top: string, name: CommitHookName): Promise<string> {
  // From the file: our own git always runs without hooks.
  const args = ['config', '--file', join(commonDir, 'config'), '--get', 'core.hooksPath'];
  const asked = await git.run({ args, cwd: top, answers: [1] });
  const said = asked.ok ? asked.stdout.toString('utf8').trim() : '';
  if (said === '') return join(commonDir, 'hooks', name);
  const folder = resolve(top, said);
  // Husky points git to generated files; they start those that people write, one folder up.
  return folder.endsWith('/.husky/_') ? join(folder, '..', name) : join(folder, name);
}
