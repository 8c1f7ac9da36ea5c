import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** git holds the lock of a ref for milliseconds; an older lock was left by a git that was killed. */
const STALE_MS = 5_000;
const LOOK_MS = 50;

/**
 * A git that is killed while it moves a ref leaves its lock, and every later fetch of that commit fails. Waits until
 * the locks are gone, or so old that the process that made them is gone too, and removes these. False where there were
 * none.
 */
export async function clearLocks(gitDir: string, ref: string, signal?: AbortSignal): Promise<boolean> {
  let wasLocked = false;
  for (const lock of [`${ref}.lock`, 'shallow.lock']) if (await clearLock(join(gitDir, lock), signal)) wasLocked = true;
  return wasLocked;
}

/** The same for one lock, which must be of a ref of ours. */
export async function clearLock(lock: string, signal?: AbortSignal): Promise<boolean> {
  for (let isThere = false; ; isThere = true) {
    const found = await stat(lock).catch(() => null);
    if (!found) return isThere;
    if (Date.now() - found.mtimeMs > STALE_MS) {
      await rm(lock, { force: true });
      return true;
    }
    // A caller that cancelled is told so by the next git.
    if (signal?.aborted) return true;
    await sleep(LOOK_MS);
  }
}
