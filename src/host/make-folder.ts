import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './file-error.ts';

/**
 * Creates a folder, private to its owner, and its parents; true when it did not exist. Not `mkdir` with `recursive`:
 * that never returns where the parent exists but accepts no folders (such as /proc; seen with Node 24).
 */
export async function makeFolder(path: string): Promise<boolean> {
  try {
    return await makeOne(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    return makeOne(path);
  }
}

async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return false;
    throw error;
  }
}
