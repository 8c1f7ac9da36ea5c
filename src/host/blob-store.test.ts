import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BlobHash } from '#contracts/ids.ts';
import { blobStoreContract } from './blob-store.contract.ts';
import { fileBlobs, memoryBlobs } from './blob-store.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { tinyDisk } from './testing/tiny-disk.ts';

blobStoreContract('fileBlobs', () => fileBlobs(join(tempFolder(), 'blobs')));
blobStoreContract('memoryBlobs', memoryBlobs);

const pathOf = (folder: string, hash: BlobHash): string => join(folder, hash.slice(0, 2), hash.slice(2));

describe('fileBlobs', () => {
  it('finds a byte that changed on the disk', async () => {
    const folder = tempFolder();
    const hash = await fileBlobs(folder).put('precious evidence');
    const path = pathOf(folder, hash);
    const bytes = readFileSync(path);
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await expect(fileBlobs(folder).get(hash)).rejects.toMatchObject({
      code: 'BLOB_CORRUPT',
      message: expect.stringContaining(path),
      next: expect.any(String),
    });
  });

  it('does not write an existing blob again, but repairs a torn file', async () => {
    const folder = tempFolder();
    const blobs = fileBlobs(folder);
    const path = pathOf(folder, await blobs.put('evidence'));
    const first = statSync(path).ino;
    await blobs.put('evidence');
    expect(statSync(path).ino).toBe(first);
    writeFileSync(path, 'evid');
    await blobs.put('evidence');
    expect(readFileSync(path, 'utf8')).toBe('evidence');
  });

  it('leaves no temporary file, and sweeps those a killed process left long ago', async () => {
    const folder = tempFolder();
    await fileBlobs(folder).put('a');
    const old = join(folder, 'tmp', 'old');
    writeFileSync(old, 'half');
    utimesSync(old, 0, 0);
    writeFileSync(join(folder, 'tmp', 'recent'), 'being written by another process');
    await fileBlobs(folder).put('b');
    expect(readdirSync(join(folder, 'tmp'))).toEqual(['recent']);
  });

  it('says DISK_FULL on a full disk, and keeps nothing of the blob', async (context) => {
    const disk = tinyDisk(context);
    const blobs = fileBlobs(disk);
    const kept = await blobs.put('small');
    await expect(blobs.put('x'.repeat(200_000))).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(readdirSync(join(disk, 'tmp'))).toEqual([]);
    expect(Buffer.from(await blobs.get(kept)).toString()).toBe('small');
  });

  it('says FILE_UNWRITABLE if the folder cannot be made', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    await expect(fileBlobs(file).put('x')).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
  });

  it('rejects a putFile of a file that is not there, and keeps nothing', async () => {
    const folder = tempFolder();
    await expect(fileBlobs(folder).putFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });
});
