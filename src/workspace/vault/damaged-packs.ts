import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, writeError } from '#host/file-error.ts';
import { makeFolder } from '#host/make-folder.ts';
import type { Git } from '../git/git.ts';

const VERIFY_MS = 30 * 60_000;

/**
 * The folder for packs that cannot be read. They are kept until history is trimmed: some of their content may be
 * readable.
 */
export const damagedIn = (gitDir: string): string => join(gitDir, 'damaged');

/**
 * Moves packs away that a power cut damaged; false when there are none. They have to go before anything is fetched
 * again: the same objects come in a pack of the same name, and git keeps the existing one.
 */
export async function setDamagedAside(git: Git, gitDir: string): Promise<boolean> {
  const packs = join(gitDir, 'objects/pack');
  const files = await readdir(packs);
  let found = false;
  for (const pack of files.filter((name) => name.endsWith('.pack'))) {
    const stem = pack.slice(0, -'.pack'.length);
    const args = ['verify-pack', '--', join(packs, `${stem}.idx`)];
    const verified = await git.run({ args, gitDir, timeoutMs: VERIFY_MS });
    if (verified.ok || verified.kind !== 'failed') continue;
    found = true;
    await makeFolder(damagedIn(gitDir));
    for (const name of files.filter((each) => each.startsWith(`${stem}.`)))
      await moveAside(join(packs, name), join(damagedIn(gitDir), name));
  }
  return found;
}

async function moveAside(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw writeError(to, error); // else another process did it
  }
}
