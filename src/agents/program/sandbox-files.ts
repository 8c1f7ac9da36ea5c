import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { enter } from '#host/enter-folder.ts';
import { writePlain } from '#host/plain-file.ts';

/**
 * A lasting home. In a sandbox its program writes there too, and may have planted links that lead out: none is
 * followed. On the bare machine it is the person's own, who may keep such folders elsewhere.
 */
export interface LastingHome {
  readonly home: string;
  readonly sandboxed: boolean;
}

/** Writes a file of ours there. */
export async function writeInSandbox({ home, sandboxed }: LastingHome, path: string, text: string): Promise<void> {
  if (!sandboxed) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    return writeFile(join(home, path), text);
  }
  const done = await writePlain(home, path, text);
  if (done.type === 'refused') throw planted(home, done.why);
}

/** Works in a folder there, which is created if missing. Everything under the given path stays in it. */
export async function inSandbox<T>(
  { home, sandboxed }: LastingHome,
  folder: string,
  use: (at: string) => Promise<T>,
): Promise<T> {
  if (sandboxed) return enter(home, `${folder}/any`, ({ at }) => use(at), { make: true });
  await mkdir(join(home, folder), { recursive: true });
  return use(join(home, folder));
}

const planted = (home: string, why: string): AssayError =>
  new AssayError('PATH_OUTSIDE', `In the home of an agent: ${why}.`, { next: `Remove it from ${home}.` });
