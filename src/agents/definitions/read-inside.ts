import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { errnoOf, reasonOf } from '#host/file-error.ts';

export type ReadInside =
  | { readonly type: 'text'; readonly text: string; readonly bytes: number; readonly isCut: boolean }
  | { readonly type: 'absent' }
  | { readonly type: 'refused'; readonly why: string };

/** The text of a file, if it really lies inside of a folder: links that lead out are not followed. */
export async function readInside(path: string, root: string, most: number): Promise<ReadInside> {
  try {
    const [real, top] = await Promise.all([realpath(path), realpath(root)]);
    if (real !== top && !real.startsWith(top.endsWith(sep) ? top : top + sep)) {
      return { type: 'refused', why: `it is a link that leads out of ${root}` };
    }
    const file = await open(real, 'r');
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { type: 'refused', why: 'it is not a file' };
      const bytes = Buffer.alloc(Math.min(stat.size, most));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      const text = bytes.subarray(0, bytesRead).toString('utf8');
      if (text.includes('\0')) return { type: 'refused', why: 'it is not text' };
      return { type: 'text', text, bytes: stat.size, isCut: stat.size > most };
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT' || errnoOf(thrown) === 'ENOTDIR') return { type: 'absent' };
    return { type: 'refused', why: reasonOf(thrown) };
  }
}
