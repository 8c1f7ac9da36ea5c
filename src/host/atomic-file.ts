import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import { errnoOf, reasonOf, writeError } from './file-error.ts';

export interface AtomicWrite {
  readonly mode?: number;
  /** Wait until the content is on the disk (the default). */
  readonly durable?: boolean;
}

/**
 * Replaces a file as a whole: after a crash or a power loss it holds the old content or the new, never a mixture. With
 * `durable: false` it does not wait for the disk: after a power loss the file may be empty or cut off. We do not use
 * `write-file-atomic`, which takes a short write for a complete one: on a nearly full disk it replaces the good file by
 * a truncated one and reports success (seen with 8.0.0).
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: AtomicWrite = {},
): Promise<void> {
  try {
    const target = await realpath(path).catch(() => path); // follows a symbolic link: the link stays
    const mode = options.mode ?? (await modeOf(target)) ?? 0o644;
    const durable = options.durable ?? true;
    const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      await writeWhole(temporary, data, mode, durable);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    if (durable) await syncFolder(dirname(target));
  } catch (error) {
    throw writeError(`the file ${path}`, error);
  }
}

export const writeJsonAtomic = (path: string, value: Json, options: AtomicWrite = {}): Promise<void> =>
  writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, options);

/** The text of a file, or null when there is none. */
export async function readTextIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw new AssayError('CONFIG_INVALID', `Cannot read the file ${path}: ${reasonOf(error)}.`, {
      next: 'Make it a file your user can read, or move it away.',
      cause: error,
    });
  }
}

/** A JSON file checked against its schema, or null when there is none. Errors name the file and the field. */
export async function readJsonIfExists<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S> | null> {
  const text = await readTextIfExists(path);
  if (text === null) return null;
  const parsed = schema.safeParse(parseJson(path, text));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${fieldName(issue.path)}: ${issue.message}`);
  throw new AssayError('CONFIG_INVALID', `The file ${path} does not fit: ${faults.join('; ')}.`, {
    next: `Correct ${faults.length === 1 ? 'that field' : 'those fields'} in ${path}.`,
  });
}

/** Makes a rename or a new entry in the folder survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    // Some file systems (network, FUSE) refuse to sync a folder: the rename is then as durable as they allow.
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES', 'EISDIR', 'EBADF'].includes(errnoOf(error) ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}

async function writeWhole(path: string, data: string | Uint8Array, mode: number, durable: boolean): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(data); // a write may take only a part
    await handle.chmod(mode); // the umask reduced the mode at creation
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o7777;
  } catch {
    return undefined;
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new AssayError('CONFIG_INVALID', `The file ${path} is not valid JSON: ${reasonOf(error)}.`, {
      next: `Correct ${path} in an editor.`,
      cause: error,
    });
  }
}

function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the whole file';
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`;
    return name === '' ? String(key) : `${name}.${String(key)}`;
  }, '');
}
