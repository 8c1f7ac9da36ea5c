import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BlobHash } from '#contracts/ids.ts';
import type { LocalBlobs } from './blob-store.ts';
import { tempFolder } from './testing/temp-folder.ts';

const HELLO = BlobHash.parse('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');

/** The contract of a blob store, run on every implementation on this machine. */
export function blobStoreContract(name: string, create: () => LocalBlobs): void {
  describe(`${name} keeps the blob contract`, () => {
    it('names bytes by their sha256 and gives them back', async () => {
      const blobs = create();
      expect(await blobs.put('hello')).toBe(HELLO);
      expect(Buffer.from(await blobs.get(HELLO)).toString()).toBe('hello');
    });

    it('keeps any bytes, also none', async () => {
      const blobs = create();
      for (const bytes of [new Uint8Array(0), Uint8Array.from({ length: 256 }, (_, n) => n)]) {
        expect(new Uint8Array(await blobs.get(await blobs.put(bytes)))).toEqual(bytes);
      }
    });

    it('makes one blob of the same bytes, also when they come at once', async () => {
      const blobs = create();
      const hashes = await Promise.all(Array.from({ length: 20 }, () => blobs.put('same')));
      expect(new Set(hashes).size).toBe(1);
      expect(await blobs.put(Buffer.from('same'))).toBe(hashes[0]);
    });

    it('knows the blobs it has', async () => {
      const blobs = create();
      expect(await blobs.has(HELLO)).toBe(false);
      await blobs.put('hello');
      expect(await blobs.has(HELLO)).toBe(true);
    });

    it('says BLOB_MISSING for a blob it does not have', async () => {
      await expect(create().get(HELLO)).rejects.toMatchObject({ code: 'BLOB_MISSING', next: expect.any(String) });
    });

    it('is not changed through the arrays that went in or came out', async () => {
      const blobs = create();
      const bytes = Buffer.from('hello');
      await blobs.put(bytes);
      bytes.fill(0);
      (await blobs.get(HELLO)).fill(0);
      expect(Buffer.from(await blobs.get(HELLO)).toString()).toBe('hello');
    });

    it('takes bytes in parts and in files', async () => {
      const blobs = create();
      const writer = await blobs.writer();
      const part = Buffer.from('hel');
      await writer.write(part);
      part.fill(0);
      await writer.write(Buffer.from('lo'));
      expect(await writer.commit()).toBe(HELLO);

      const path = join(tempFolder(), 'file');
      writeFileSync(path, 'hello');
      expect(await blobs.putFile(path)).toBe(HELLO);
    });

    it('forgets a discarded writer, and tolerates a discard after the commit', async () => {
      const blobs = create();
      const writer = await blobs.writer();
      await writer.write(Buffer.from('hello'));
      await writer.discard();
      expect(await blobs.has(HELLO)).toBe(false);

      const kept = await blobs.writer();
      await kept.write(Buffer.from('hello'));
      await kept.commit();
      await kept.discard();
      expect(await blobs.has(HELLO)).toBe(true);
    });
  });
}
