import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BlobHash } from '#contracts/ids.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { attachImages, shownImages } from './message-images.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

function setUp() {
  const folder = tempFolder();
  const kept = new Map<string, Uint8Array>();
  const blobs = {
    put: async (bytes: Uint8Array | string) => {
      const hash = BlobHash.parse(String(kept.size).padStart(64, '0'));
      kept.set(hash, Buffer.from(bytes));
      return hash;
    },
    get: async (hash: string) => kept.get(hash) ?? Buffer.alloc(0),
  };
  writeFileSync(join(folder, 'shot.png'), PNG);
  return { folder, blobs };
}

describe('C1 images of a person’s message', () => {
  it('are those it names with an @, and files named apart', async () => {
    const { folder, blobs } = setUp();
    const said = 'Compare @shot.png, @./shot.png. With @gone.png and me@shot.png';
    const attached = await attachImages(said, folder, [join(folder, 'shot.png')], blobs);
    expect(attached.map(({ name }) => name)).toEqual([join(folder, 'shot.png'), 'shot.png']);
    // As they were at that time: later changes of the file do not change the message.
    writeFileSync(join(folder, 'shot.png'), 'gone');
    expect(await shownImages(attached, blobs)).toMatchObject([{ width: 1 }, { width: 1 }]);
  });

  it('are of the folder: no link and no path leads out of it', async () => {
    const { folder, blobs } = setUp();
    const outside = tempFolder();
    writeFileSync(join(outside, 'secret.png'), PNG);
    symlinkSync(join(outside, 'secret.png'), join(folder, 'link.png'));
    const said = `@link.png @../x.png @${outside}/secret.png`;
    expect(await attachImages(said, folder, [], blobs)).toEqual([]);
  });

  it('are refused if a file is not an image', async () => {
    const { folder, blobs } = setUp();
    writeFileSync(join(folder, 'a.png'), 'text');
    await expect(attachImages('@a.png', folder, [], blobs)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(attachImages('', folder, [join(folder, 'b.png')], blobs)).rejects.toMatchObject({
      code: 'FILE_MISSING',
    });
  });
});
