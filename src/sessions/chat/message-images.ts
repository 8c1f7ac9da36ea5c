import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readImage } from '#code/image.ts';
import type { BlobStore } from '#contracts/blobs.ts';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { ModelImage } from '#contracts/model.ts';
import { enter, openToRead } from '#host/enter-folder.ts';
import type { AttachedImage } from './chat-types.ts';

/** Of one message. */
const MOST = 8;

/**
 * The images of a message: files that its sender attached, and `@path` words in it that name an image in the folder.
 * Their current content is stored: later changes of the file do not affect the conversation.
 */
export async function attachImages(
  text: string,
  folder: string,
  files: readonly string[],
  blobs: Pick<BlobStore, 'put'>,
): Promise<AttachedImage[]> {
  const named = await Promise.all(
    files.map(async (name) => ({ name, bytes: await readFile(resolve(name)).catch(missing(name)) })),
  );
  const mentioned = await Promise.all(mentionsIn(text).map((name) => fileIn(folder, name)));
  const all = [...named, ...mentioned.flatMap((each) => each ?? [])];
  if (all.length > MOST)
    throw new AssayError('USAGE', `${all.length} images are named; a message brings ${MOST} at most.`);
  return Promise.all(
    all.map(async ({ name, bytes }) => {
      usable(name, bytes);
      return { name, blob: await blobs.put(bytes) };
    }),
  );
}

/** What a model is shown of them. */
export async function shownImages(
  attached: readonly AttachedImage[],
  blobs: Pick<BlobStore, 'get'>,
): Promise<ModelImage[]> {
  return Promise.all(attached.map(async ({ name, blob }) => usable(name, Buffer.from(await blobs.get(blob)))));
}

const MENTION = /(?<=^|\s)@([^\s@]+\.(?:png|jpe?g))(?=$|[\s,;:!?)]|\.(?:\s|$))/gi;

const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, path = '']) => path.replace(/^\.\//, ''))),
];

/** Null where there is no such file in the folder: then it is an ordinary word. */
async function fileIn(folder: string, name: string): Promise<{ name: string; bytes: Buffer } | null> {
  try {
    return await enter(folder, name, async (inside) => {
      const handle = await openToRead(inside, name);
      try {
        return { name, bytes: await handle.readFile() };
      } finally {
        await handle.close();
      }
    });
  } catch {
    return null;
  }
}

function usable(name: string, bytes: Buffer): ModelImage {
  const read = readImage(bytes);
  if (read.type === 'image') return read.image;
  const why = read.type === 'unusable' ? read.why : 'neither PNG nor JPEG';
  throw new AssayError('USAGE', `${name} cannot be shown to a model: it is ${why}.`, {
    next: 'Name a smaller PNG or JPEG.',
  });
}

const missing =
  (name: string) =>
  (thrown: unknown): never => {
    throw new AssayError('FILE_MISSING', `The image ${name} cannot be read: ${toErrorInfo(thrown).message}`);
  };
