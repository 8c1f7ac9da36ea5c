import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { errnoOf, reasonOf } from './file-error.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY, O_NONBLOCK } = constants;

/** A folder held open: work under `at` happens in that folder, even if it or a link to it is moved meanwhile. */
export interface Entered {
  readonly at: string;
  readonly name: string;
}

/**
 * Opens the folder of a file part by part, without following links, and works in it: for folders that others can write
 * to. On Linux names are looked up in the open folder; elsewhere by its path, which was checked. `folder` itself is
 * trusted.
 */
export async function enter<T>(
  folder: string,
  path: string,
  use: (inside: Entered) => Promise<T>,
  options: { readonly make?: boolean } = {},
): Promise<T> {
  const parts = path.split('/');
  if (parts.some((part) => ['', '.', '..'].includes(part)) || path.includes('\0')) {
    throw new AssayError('PATH_OUTSIDE', `${JSON.stringify(path)} is not a plain path inside the working folder`);
  }
  const name = parts.pop() ?? '';
  let at = await realpath(folder);
  let held: FileHandle | undefined;
  try {
    for (const [depth, part] of ['', ...parts].entries()) {
      const next = part === '' ? at : join(at, part);
      const handle = await openFolder(next, parts.slice(0, depth).join('/'), options.make === true && part !== '');
      await held?.close();
      held = handle;
      at = HAS_PROC ? `/proc/self/fd/${handle.fd}` : next;
    }
    return await use({ at, name });
  } finally {
    await held?.close();
  }
}

/** Opens a file for reading: never through a link, and never blocking on a pipe without a writer. */
export async function openToRead({ at, name }: Entered, path: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(join(at, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (thrown) {
    throw await cannotOpen(join(at, name), path, thrown);
  }
  const stat = await handle.stat();
  if (stat.isFile()) return handle;
  await handle.close();
  const what = stat.isDirectory() ? 'a folder' : 'neither a file nor a folder';
  throw new AssayError('FILE_NOT_REGULAR', `${path || '.'} is ${what}`, {
    next: stat.isDirectory() ? 'See what is in it with list.' : 'Choose a file.',
  });
}

const HAS_PROC = existsSync('/proc/self/fd');

async function openFolder(at: string, path: string, make: boolean): Promise<FileHandle> {
  try {
    return await open(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (thrown) {
    if (!make || errnoOf(thrown) !== 'ENOENT') throw await cannotOpen(at, path, thrown);
    await mkdir(at).catch(async (failed) => {
      if (errnoOf(failed) !== 'EEXIST') throw await cannotOpen(at, path, failed);
    });
    return openFolder(at, path, false);
  }
}

async function cannotOpen(at: string, path: string, thrown: unknown): Promise<AssayError> {
  const code = errnoOf(thrown);
  if (code === 'ENOENT') return new AssayError('FILE_MISSING', `${path} does not exist`, { cause: thrown });
  // With O_NOFOLLOW a link fails with ELOOP; a link where a folder should be fails with ENOTDIR.
  const isLink = code === 'ELOOP' || (code === 'ENOTDIR' && (await isLinkNow(at)));
  if (isLink) return new AssayError('PATH_OUTSIDE', `${path} is a link, which is not followed here`, { cause: thrown });
  return new AssayError('FILE_UNREADABLE', `${path} cannot be opened: ${reasonOf(thrown)}`, { cause: thrown });
}

const isLinkNow = (at: string): Promise<boolean> =>
  lstat(at).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
