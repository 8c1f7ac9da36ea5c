import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BlobHash } from '#contracts/ids.ts';
import { syncFolder } from './atomic-file.ts';
import { writeError } from './file-error.ts';
import { makeFolder } from './make-folder.ts';

/** A blob whose bytes arrive one after the other; none of them is kept in memory. */
export interface BlobWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the blob durable and returns its name. */
  commit(): Promise<BlobHash>;
  /** Discards it. No effect after `commit`. */
  discard(): Promise<void>;
}

/** Writes to a temporary file on the same disk, since the name is only known after the last byte. */
export async function fileBlobWriter(temporary: string, pathOf: (hash: BlobHash) => string): Promise<BlobWriter> {
  const digest = createHash('sha256');
  const handle: FileHandle = await open(temporary, 'wx', 0o600);
  let size = 0;
  let unfinished = true;

  const discard = async (): Promise<void> => {
    if (!unfinished) return;
    unfinished = false;
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
  };
  const orDiscard = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step();
    } catch (error) {
      await discard();
      throw writeError(`the blob ${temporary}`, error);
    }
  };

  return {
    discard,
    write: (bytes) =>
      orDiscard(async () => {
        digest.update(bytes);
        size += bytes.byteLength;
        await writeAll(handle, bytes);
      }),
    commit: () =>
      orDiscard(async () => {
        const hash = BlobHash.parse(digest.digest('hex'));
        const path = pathOf(hash);
        if (await isThere(path, size)) {
          await wantedAgain(path);
          await discard();
          return hash;
        }
        await handle.sync();
        await handle.close();
        await moveIn(temporary, path);
        unfinished = false;
        return hash;
      }),
  };
}

/** One `write` may take only a part, for instance on a nearly full disk. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) done += (await handle.write(bytes, done)).bytesWritten;
}

async function moveIn(temporary: string, path: string): Promise<void> {
  const shard = dirname(path);
  const isNew = await makeFolder(shard);
  await rename(temporary, path);
  await syncFolder(shard);
  if (isNew) await syncFolder(dirname(shard));
}

/** With `size`, a file of another size (damaged by a failing disk) counts as missing and is written again. */
/** Counts as just written: its writer has not yet named it in a log, and old unreferenced blobs are removed. */
export async function wantedAgain(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

export async function isThere(path: string, size?: number): Promise<boolean> {
  try {
    const found = await stat(path);
    return size === undefined || found.size === size;
  } catch {
    return false;
  }
}
