import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { reasonOf } from '#host/file-error.ts';

/** The file at a path where a program may be. */
export type Inspection =
  | { readonly state: 'absent' }
  | { readonly state: 'blocked'; readonly why: string }
  | { readonly state: 'executable'; readonly canonicalPath: string; readonly fingerprint: string };

/**
 * Synchronous: a search is some fifty of these at a few microseconds each; through the thread pool it takes ten times
 * as long.
 */
export function inspect(path: string): Inspection {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stat) return danglingLink(path) ? { state: 'blocked', why: 'it is a symbolic link to nothing' } : ABSENT;
    if (stat.isDirectory()) return { state: 'blocked', why: 'it is a folder' };
    if (!stat.isFile()) return { state: 'blocked', why: 'it is not a regular file' };
    if (!isExecutable(path)) return { state: 'blocked', why: NOT_EXECUTABLE };
    // The change time changes with every write, rename and chmod, even where a package manager resets the other one.
    const fingerprint = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(':');
    return { state: 'executable', canonicalPath: realpathSync(path), fingerprint };
  } catch (thrown) {
    return { state: 'blocked', why: reasonOf(thrown) };
  }
}

export const NOT_EXECUTABLE = 'it is not executable for this user';

/** Whether anyone may put a file into this folder: /tmp, for instance. */
export function everyoneWrites(folder: string): boolean {
  try {
    return (statSync(folder).mode & 0o002) !== 0;
  } catch {
    return false;
  }
}

const ABSENT: Inspection = { state: 'absent' };

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function danglingLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
