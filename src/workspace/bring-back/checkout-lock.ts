import { randomBytes } from 'node:crypto';
import { link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errnoOf, writeError } from '#host/file-error.ts';
import { lifeOf, Owner, thisProcess } from '#host/owner.ts';
import { copyIndex } from '../git/copy-index.ts';

/** git's own lock on the index of a checkout, held by us: meanwhile the person's git changes neither files nor HEAD. */
export interface CheckoutLock {
  /** Puts a new index in place, whole or not at all. */
  install(index: string): Promise<void>;
  release(): Promise<void>;
}

/** Of another machine or container: its owner cannot be queried, and a move takes seconds. */
const FOREIGN_MS = 60 * 60_000;

/**
 * Null when the person's git holds it. A lock of ours that a crash left behind is marked as ours, and is taken over.
 */
export async function lockCheckout(gitDir: string): Promise<CheckoutLock | null> {
  const path = join(gitDir, 'index.lock');
  if (!(await take(path))) {
    if (!(await isLeftByUs(path))) return null;
    await unlink(path).catch(() => undefined);
    if (!(await take(path))) return null;
  }
  return {
    async install(index) {
      const fresh = join(gitDir, `index.assay.${randomBytes(6).toString('hex')}`);
      try {
        await copyIndex(index, fresh); // with its mtime: see there
        await rename(fresh, join(gitDir, 'index'));
      } catch (error) {
        await unlink(fresh).catch(() => undefined);
        throw writeError(`the index in ${gitDir}`, error);
      }
    },
    release: () => unlink(path).catch(() => undefined),
  };
}

async function take(path: string): Promise<boolean> {
  const mine = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(mine, JSON.stringify({ assay: thisProcess() }));
    await link(mine, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw writeError(`the lock ${path}`, error);
  } finally {
    await unlink(mine).catch(() => undefined);
  }
}

async function isLeftByUs(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const left = z.object({ assay: Owner }).safeParse(parsed(text));
  if (!left.success) return false;
  const life = lifeOf(left.data.assay);
  if (life !== 'foreign') return life === 'gone';
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > FOREIGN_MS;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // git's own lock holds an index
  }
}
