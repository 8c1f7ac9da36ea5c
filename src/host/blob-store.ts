import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '#contracts/blobs.ts';
import { AssayError } from '#contracts/errors.ts';
import { BlobHash } from '#contracts/ids.ts';
import { type BlobWriter, fileBlobWriter, isThere, wantedAgain } from './blob-writer.ts';
import { errnoOf, reasonOf, writeError } from './file-error.ts';
import { makeFolder } from './make-folder.ts';

/** What a blob store on this machine adds to the contract: content too large for memory. */
export interface LocalBlobs extends BlobStore {
  writer(): Promise<BlobWriter>;
  putFile(path: string): Promise<BlobHash>;
}

/** Blobs as files `ab/cdef…` in a folder, which is created by the first write. */
export function fileBlobs(folder: string): LocalBlobs {
  const pathOf = (hash: BlobHash): string => join(folder, hash.slice(0, 2), hash.slice(2));
  const temporaries = join(folder, 'tmp');
  let swept: Promise<void> | undefined;

  const writer = async (): Promise<BlobWriter> => {
    try {
      await makeFolder(temporaries);
      swept ??= sweep(temporaries);
      await swept;
      return await fileBlobWriter(join(temporaries, randomBytes(12).toString('hex')), pathOf);
    } catch (error) {
      throw writeError(`a blob in ${folder}`, error);
    }
  };

  return {
    writer,
    putFile: (path) => copyIn(path, writer),
    async put(bytes) {
      const data = toBytes(bytes);
      const hash = hashOf(data);
      if (await isThere(pathOf(hash), data.byteLength)) {
        await wantedAgain(pathOf(hash));
        return hash;
      }
      return pour([data], await writer());
    },
    async get(hash) {
      const bytes = await readBlob(pathOf(hash), hash);
      if (hashOf(bytes) !== hash) throw corrupt(hash, pathOf(hash));
      return bytes;
    },
    has: (hash) => isThere(pathOf(hash)),
  };
}

/** For tests and temporary runs. */
export function memoryBlobs(): LocalBlobs {
  const blobs = new Map<BlobHash, Uint8Array>();
  const keep = (bytes: Uint8Array): BlobHash => {
    const hash = hashOf(bytes);
    if (!blobs.has(hash)) blobs.set(hash, copyOf(bytes));
    return hash;
  };
  const writer = async (): Promise<BlobWriter> => {
    const parts: Uint8Array[] = [];
    return {
      write: async (bytes) => void parts.push(copyOf(bytes)),
      commit: async () => keep(Buffer.concat(parts)),
      discard: async () => void parts.splice(0),
    };
  };
  return {
    writer,
    putFile: (path) => copyIn(path, writer),
    put: async (bytes) => keep(toBytes(bytes)),
    async get(hash) {
      const bytes = blobs.get(hash);
      if (!bytes) throw missing(hash);
      return copyOf(bytes);
    },
    has: async (hash) => blobs.has(hash),
  };
}

async function copyIn(path: string, writer: () => Promise<BlobWriter>): Promise<BlobHash> {
  // Attached before the stream is read: an error without a listener would end the process.
  const target = await writer();
  return pour(createReadStream(path), target);
}

async function pour(parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, writer: BlobWriter): Promise<BlobHash> {
  try {
    for await (const part of parts) await writer.write(part);
    return await writer.commit();
  } finally {
    await writer.discard();
  }
}

async function readBlob(path: string, hash: BlobHash): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') throw missing(hash);
    throw new AssayError('BLOB_CORRUPT', `The blob ${path} cannot be read: ${reasonOf(error)}.`, {
      next: 'Make the file readable, or restore it from a backup.',
      cause: error,
    });
  }
}

const DAY_MS = 86_400_000;

/** A process killed while writing leaves its temporary file behind; no write takes a day. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > DAY_MS) await rm(path, { force: true }).catch(() => undefined);
  }
}

const toBytes = (bytes: Uint8Array | string): Uint8Array => (typeof bytes === 'string' ? Buffer.from(bytes) : bytes);

/** Not `slice`: on a Buffer it returns a view of the same bytes. */
const copyOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

const hashOf = (bytes: Uint8Array): BlobHash => BlobHash.parse(createHash('sha256').update(bytes).digest('hex'));

const missing = (hash: BlobHash): AssayError =>
  new AssayError('BLOB_MISSING', `There is no blob ${hash}.`, {
    next: 'It was never written here, or was removed: restore the blobs folder from a backup, or run the work again.',
  });

const corrupt = (hash: BlobHash, path: string): AssayError =>
  new AssayError('BLOB_CORRUPT', `The blob ${path} no longer holds the bytes it is named for (${hash}).`, {
    next: 'Restore the file from a backup, or delete it and run the work again.',
  });
