import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { enter, openToRead } from '#host/enter-folder.ts';
import { writeError } from '#host/file-error.ts';
import type { Located } from './locate.ts';

/** Larger files are not edited as text: they are data, and would have to be held in memory. */
export const MOST_TEXT_BYTES = 10 * 1024 * 1024;

export interface TextFile {
  readonly text: string;
  readonly mode: number;
}

/**
 * A file's text as it is, including line endings and byte order mark. A file that is not UTF-8 is refused, not damaged.
 */
export function readTextFile(folder: string, place: Located): Promise<TextFile> {
  return enter(folder, place.path, async (inside) => {
    const handle = await openToRead(inside, place.path);
    try {
      const { size, mode } = await handle.stat();
      if (size > MOST_TEXT_BYTES) throw unfit(place.path, `has ${size} bytes, too many to be changed as text`);
      return { text: decode(await handle.readFile(), place.path), mode: mode & 0o7777 };
    } finally {
      await handle.close();
    }
  });
}

/** Replaces the content of a file, or creates it, with its parent folders. */
export function writeText(folder: string, place: Located, text: string, mode?: number): Promise<void> {
  const use = async ({ at, name }: { at: string; name: string }): Promise<void> => {
    const target = join(at, name);
    const temporary = join(at, `.${name.slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const handle = await open(temporary, 'wx', mode ?? 0o666);
      await pour(handle, text, mode);
      await rename(temporary, target);
    } catch (thrown) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw writeError(`the file ${place.path}`, thrown);
    }
  };
  return enter(folder, place.path, use, { make: true });
}

export const removeFile = (folder: string, place: Located): Promise<void> =>
  enter(folder, place.path, async ({ at, name }) => {
    try {
      await rm(join(at, name));
    } catch (thrown) {
      throw writeError(`the file ${place.path}`, thrown);
    }
  });

export const isMissing = (thrown: unknown): boolean => thrown instanceof AssayError && thrown.code === 'FILE_MISSING';

/** Bytes that are not text, by the usual rule: a NUL byte, or not UTF-8. */
export function isBinary(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return true;
  try {
    // The end may be inside a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return false;
  } catch {
    return true;
  }
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    if (bytes.includes(0)) throw new TypeError('a null byte');
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw unfit(path, 'is not UTF-8 text, and would be damaged', cause);
  }
}

async function pour(handle: FileHandle, text: string, mode: number | undefined): Promise<void> {
  try {
    await handle.writeFile(text);
    if (mode !== undefined) await handle.chmod(mode); // the umask reduced the mode at creation
  } finally {
    await handle.close();
  }
}

const unfit = (path: string, why: string, cause?: unknown): AssayError =>
  new AssayError('FILE_UNREADABLE', `${path} ${why}`, { next: 'Use the shell, if you have it.', cause });
