import { realpath } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { type Entered, enter, openToRead } from '#host/enter-folder.ts';
import { errnoOf, reasonOf } from '#host/file-error.ts';

export type ReadInside =
  | { readonly type: 'text'; readonly text: string; readonly bytes: number; readonly isCut: boolean }
  | { readonly type: 'absent' }
  | { readonly type: 'refused'; readonly why: string };

/**
 * The text of a file, if it is really inside a folder: links that lead out are not followed. An agent may write to that
 * folder at the same time, so the path is opened part by part, and a pipe is not waited for.
 */
export async function readInside(path: string, root: string, most: number): Promise<ReadInside> {
  try {
    const [real, top] = await Promise.all([realpath(path), realpath(root)]);
    if (real !== top && !real.startsWith(top.endsWith(sep) ? top : top + sep)) {
      return { type: 'refused', why: `it is a link that leads out of ${root}` };
    }
    if (real === top) return { type: 'refused', why: 'it is not a file' };
    const read = (inside: Entered): Promise<ReadInside> => readIn(inside, path, most);
    // Nothing is outside of the root; and folders on the way may not be listable.
    if (top === sep) return await read({ at: dirname(real), name: basename(real) });
    return await enter(top, relative(top, real), read);
  } catch (thrown) {
    const errno = errnoOf(thrown instanceof AssayError ? thrown.cause : thrown);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return { type: 'absent' };
    if (thrown instanceof AssayError && thrown.code === 'FILE_NOT_REGULAR')
      return { type: 'refused', why: 'it is not a file' };
    return { type: 'refused', why: reasonOf(thrown) };
  }
}

async function readIn(inside: Entered, path: string, most: number): Promise<ReadInside> {
  const file = await openToRead(inside, path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, most));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    const text = bytes.subarray(0, bytesRead).toString('utf8');
    if (text.includes('\0')) return { type: 'refused', why: 'it is not text' };
    return { type: 'text', text, bytes: size, isCut: size > most };
  } finally {
    await file.close();
  }
}
