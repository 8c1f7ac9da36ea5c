import { copyFile, stat, utimes } from 'node:fs/promises';

/**
 * Copies an index with its mtime. git trusts the size and time of a file only if the file is older than the index, in
 * whole seconds: a copy that looked newer would hide an edit of the same size made in the second of the checkout.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const seconds = Math.floor(mtimeMs / 1000);
  await utimes(to, seconds, seconds);
}
