import { lstat } from 'node:fs/promises';

/** Not a link: a mount would show its target, whatever that is. */
export const isRealFolder = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => null))?.isDirectory() ?? false;
