import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { AssayError } from '#contracts/errors.ts';
import { errnoOf, reasonOf } from '#host/file-error.ts';

/** Bytes that can be read at any position. */
export interface ByteSource {
  readonly size: number;
  /** Fills the buffer from that position on; gives fewer bytes only at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/** Opens only a regular file: a pipe or a device could block for ever or never end. */
export async function openTextSource(path: string): Promise<ByteSource> {
  let handle: FileHandle | undefined;
  try {
    refuseOthers(path, await stat(path));
    // Were a pipe put there between the two calls, opening it without this flag would wait for a writer.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const seen = await handle.stat();
    refuseOthers(path, seen);
    return fileSource(handle, seen.size);
  } catch (thrown) {
    await handle?.close();
    throw readError(path, thrown);
  }
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (into, position) => {
      const part = bytes.subarray(position, position + into.length);
      into.set(part);
      return part.length;
    },
    close: async () => {},
  };
}

/** The bytes of one place, fewer at the end of the file. */
export async function readAt(source: ByteSource, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, source.size - position)));
  return buffer.subarray(0, await source.read(buffer, position));
}

async function fileSource(handle: FileHandle, size: number): Promise<ByteSource> {
  // Files in /proc report size zero; their content is small and known only by reading it.
  if (size === 0) {
    const held = await readToEnd(handle);
    await handle.close();
    return bytesSource(held);
  }
  return {
    size,
    read: async (into, position) => {
      let filled = 0;
      while (filled < into.length) {
        const { bytesRead } = await handle.read(into, filled, into.length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled;
    },
    close: () => handle.close(),
  };
}

const UNSIZED_LIMIT = 4 * 1024 * 1024;

async function readToEnd(handle: FileHandle): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  const parts: Buffer[] = [];
  for (let at = 0; at < UNSIZED_LIMIT; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) break;
    parts.push(Buffer.from(buffer.subarray(0, bytesRead)));
    at += bytesRead;
  }
  return Buffer.concat(parts);
}

interface Kind {
  isFile(): boolean;
  isDirectory(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
}

function refuseOthers(path: string, seen: Kind): void {
  if (seen.isFile()) return;
  const [what, next] = seen.isDirectory()
    ? ['a folder', 'Name a file in it.']
    : [
        seen.isFIFO() ? 'a pipe' : seen.isSocket() ? 'a socket' : 'a device',
        'Copy what it gives into a file first; reading it could block forever.',
      ];
  throw new AssayError('FILE_NOT_REGULAR', `${path} is ${what}, not a file.`, { next });
}

function readError(path: string, thrown: unknown): AssayError {
  if (thrown instanceof AssayError) return thrown;
  const code = errnoOf(thrown);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new AssayError('FILE_MISSING', `There is no file ${path}.`, { next: 'Check the path.', cause: thrown });
  }
  return new AssayError('FILE_UNREADABLE', `Cannot read ${path}: ${reasonOf(thrown)}.`, {
    next: 'Give your user permission to read it, or name another file.',
    cause: thrown,
  });
}
