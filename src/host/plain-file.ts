import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { syncFolder } from './atomic-file.ts';
import { type Entered, enter, openToRead } from './enter-folder.ts';
import { errnoOf, reasonOf, writeError } from './file-error.ts';

/**
 * Files in a folder that others can write to, as an agent can to its workspace. Whatever is planted there, before or
 * during an access: nothing outside is read or written, nothing blocks for ever, and nothing larger than `most` is held
 * in memory. What prevents an access is an outcome, in words; only the machine's own trouble (a full disk) is thrown.
 */
export type PlainRead = { readonly type: 'text'; readonly text: string } | { readonly type: 'absent' } | Refused;
export type PlainDone = { readonly type: 'done' } | Refused;
interface Refused {
  readonly type: 'refused';
  /** Begins with the path: `.assay is a link, …`. */
  readonly why: string;
}

export interface ReadOptions {
  readonly most: number;
  /** Refuses a file that has another name too (a hard link): its content could be from elsewhere. */
  readonly alone?: boolean;
}

export function readPlain(folder: string, path: string, { most, alone = false }: ReadOptions): Promise<PlainRead> {
  const read = (inside: Entered): Promise<PlainRead> =>
    withFile(inside, path, async (handle) => {
      const { size, nlink } = await handle.stat();
      if (alone && nlink > 1) return refused(`${path} has another name as well (a hard link)`);
      const bytes = size > most ? null : await upTo(handle, most);
      return bytes === null
        ? refused(`${path} is larger than ${most} bytes`)
        : { type: 'text', text: bytes.toString() };
    });
  return enter(folder, path, read).catch((thrown) => {
    if (thrown instanceof AssayError && thrown.code === 'FILE_MISSING') return { type: 'absent' };
    return inTheWay(path, thrown);
  });
}

/** Writes a whole new file in place of what is there. A link is replaced, never written through. */
export function writePlain(folder: string, path: string, text: string): Promise<PlainDone> {
  const write = async ({ at, name }: Entered): Promise<PlainDone> => {
    const before = await lstat(join(at, name)).catch(() => null);
    const temporary = join(at, `.${name.slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      await fill(temporary, text, before?.isFile() ? before.mode & 0o777 : 0o644);
      await rename(temporary, join(at, name));
    } catch (thrown) {
      await unlink(temporary).catch(() => undefined);
      if (errnoOf(thrown) === 'ENOENT') return refused(`${path} was removed while it was being written`);
      throw thrown;
    }
    await syncFolder(at);
    return { type: 'done' };
  };
  return enter(folder, path, write, { make: true }).catch((thrown) => inTheWay(path, thrown));
}

/** Removes a file, or the link in its place. */
export function removePlain(folder: string, path: string): Promise<PlainDone> {
  const remove = async ({ at, name }: Entered): Promise<PlainDone> => {
    await unlink(join(at, name));
    return { type: 'done' };
  };
  return enter(folder, path, remove).catch((thrown) => {
    const isGone = errnoOf(thrown) === 'ENOENT' || (thrown instanceof AssayError && thrown.code === 'FILE_MISSING');
    return isGone ? { type: 'done' } : inTheWay(path, thrown);
  });
}

async function withFile<T>(inside: Entered, path: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await openToRead(inside, path);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/** All of a file, or null when it is too large: it may grow while it is read. */
async function upTo(handle: FileHandle, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for (;;) {
    const part = Buffer.alloc(PART_BYTES);
    const { bytesRead } = await handle.read(part, 0, part.length, size);
    if (bytesRead === 0) return Buffer.concat(parts);
    size += bytesRead;
    if (size > most) return null;
    parts.push(part.subarray(0, bytesRead));
  }
}
const PART_BYTES = 64 * 1024;

async function fill(path: string, text: string, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(text);
    await handle.chmod(mode); // the umask reduced the mode at creation
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Errors that anyone who can write to the folder can cause; anything else is the machine's own trouble. */
function inTheWay(path: string, thrown: unknown): Refused {
  const told = thrown instanceof AssayError;
  const errno = errnoOf(told ? thrown.cause : thrown);
  // From `enter`, ENOENT means that a part of the path was removed; otherwise the folder itself is missing.
  if (told && (errno === undefined || errno === 'ENOENT' || PLANTED.has(errno))) return refused(thrown.message);
  if (errno !== undefined && PLANTED.has(errno)) return refused(`${path} cannot be replaced: ${reasonOf(thrown)}`);
  throw writeError(`the file ${path}`, thrown);
}
const PLANTED = new Set(['ELOOP', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ENXIO']);

const refused = (why: string): Refused => ({ type: 'refused', why });
