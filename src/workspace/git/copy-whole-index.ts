import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { copyIndex } from './copy-index.ts';
import { type Git, gitBytes } from './git.ts';

/**
 * Copies the index of a person's checkout as a single file. A split index holds only the changes since a second file,
 * which git looks for in its git directory: from another it could not be read.
 */
export async function copyWholeIndex(git: Git, gitDir: string, to: string, nowhere: string): Promise<void> {
  await copyIndex(join(gitDir, 'index'), to);
  const isSplit = (await readdir(gitDir)).some((name) => name.startsWith('sharedindex.'));
  if (!isSplit) return;
  const { mtime } = await stat(to);
  await gitBytes(git, {
    args: ['-c', 'core.splitIndex=false', 'update-index', '--force-write-index'],
    gitDir,
    workTree: nowhere, // no file of the person's is read, so no filter of theirs runs
    env: { GIT_INDEX_FILE: to },
  });
  await utimes(to, mtime, mtime); // like `copyIndex`: files as young as the index are checked again
}
