import { randomBytes } from 'node:crypto';
import { lstat, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { errnoOf } from './file-error.ts';
import { makeFolder } from './make-folder.ts';
import { runProcess } from './run-process.ts';

/**
 * Removes a folder whatever an agent left in it: closed folders, paths longer than the system allows, millions of
 * files. It is first moved to the trash, so its name is free at once and a crash leaves nothing half removed. It uses
 * `rm`, since Node's own removal builds whole paths and fails on deep ones.
 */
export async function removeFolder(folder: string, trash: string): Promise<void> {
  await makeFolder(trash);
  const doomed = join(trash, randomBytes(8).toString('hex'));
  try {
    await rename(folder, doomed);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return;
    throw error;
  }
  await erase(doomed);
}

/** Removes for good; `chmod` neither follows links nor leaves the folder. */
export async function erase(folder: string): Promise<void> {
  await tool('rm', ['-rf', '--', folder]);
  if (!(await exists(folder))) return;
  await tool('chmod', ['-R', 'u+rwX', '--', folder]);
  const said = await tool('rm', ['-rf', '--', folder]);
  if (!(await exists(folder))) return;
  throw new AssayError('FILE_UNWRITABLE', `Cannot remove ${folder}: ${said.slice(0, 300)}`, {
    next: 'Remove the folder by hand; a mount or another user may hold something in it.',
  });
}

async function tool(program: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' };
  return (
    await runProcess({ program, args, cwd: '/', env, timeoutMs: 600_000, leavesNothing: true })
  ).stderr.text.trim();
}

export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}
