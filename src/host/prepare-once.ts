import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { readJsonIfExists } from './atomic-file.ts';
import { errnoOf } from './file-error.ts';
import { makeFolder } from './make-folder.ts';
import { isSame, lifeOf, Owner, thisProcess } from './owner.ts';
import { exists, removeFolder } from './remove-folder.ts';

/** A folder for things that are prepared once and then only read. */
export interface Shelf {
  readonly folder: string;
  readonly trash: string;
}

export interface Prepared<Info> {
  readonly key: string;
  /** Never moves: the content may hold its own path (a Python venv does). */
  readonly folder: string;
  readonly info: Info;
}

export interface Preparation<Schema extends z.ZodType> {
  readonly shelf: Shelf;
  readonly key: string;
  readonly info: Schema;
  /** Fills the folder. When it throws, nothing remains. */
  build(folder: string): Promise<z.output<Schema>>;
  readonly signal?: AbortSignal | undefined;
  readonly waitMs?: number;
}

const POLL_MS = 50;
const WAIT_MS = 30 * 60_000;
/**
 * A lock of another machine or container: whether its owner is alive cannot be seen from here, so the lock expires
 * after this time. This is shorter than the wait, so a waiting process gets its turn; if the owner was alive after all,
 * the thing is only made twice.
 */
const FOREIGN_LOCK_MS = 10 * 60_000;

/**
 * The prepared thing, made now or found. Two processes do not prepare the same thing at once: one waits. It appears
 * when a small file that names its folder is linked into place, which happens whole or not at all and never replaces
 * another: even if a lock is lost, both end up with the one that was first.
 */
export async function prepareOnce<Schema extends z.ZodType>(
  wanted: Preparation<Schema>,
): Promise<Prepared<z.output<Schema>>> {
  await makeFolder(wanted.shelf.folder);
  const limit = performance.now() + (wanted.waitMs ?? WAIT_MS);
  for (;;) {
    const found = await findPrepared(wanted);
    if (found) return found;
    const unlock = await tryLock(join(wanted.shelf.folder, `${wanted.key}.lock`));
    if (unlock) {
      try {
        return (await findPrepared(wanted)) ?? (await prepare(wanted));
      } finally {
        await unlock();
      }
    }
    if (wanted.signal?.aborted || performance.now() > limit) throw gaveUp(wanted);
    await sleep(POLL_MS);
  }
}

const pointerOf = (shelf: Shelf, key: string): string => join(shelf.folder, `${key}.json`);

export async function findPrepared<Schema extends z.ZodType>(
  wanted: Pick<Preparation<Schema>, 'shelf' | 'key' | 'info'>,
): Promise<Prepared<z.output<Schema>> | null> {
  const file = pointerOf(wanted.shelf, wanted.key);
  const pointer = await readJsonIfExists(file, z.object({ folder: z.string(), info: z.unknown() }));
  if (!pointer) return null;
  const folder = join(wanted.shelf.folder, pointer.folder, 'content');
  if (await exists(folder)) {
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined); // last use
    return { key: wanted.key, folder, info: wanted.info.parse(pointer.info) };
  }
  await rm(file, { force: true }); // a person cleaned up by hand
  return null;
}

async function prepare<Schema extends z.ZodType>(wanted: Preparation<Schema>): Promise<Prepared<z.output<Schema>>> {
  const name = `${wanted.key}.${randomBytes(6).toString('hex')}`;
  const outer = join(wanted.shelf.folder, name);
  const folder = join(outer, 'content');
  try {
    await makeFolder(folder);
    await writeFile(join(outer, 'owner.json'), JSON.stringify(thisProcess()));
    const info = await wanted.build(folder);
    if (await publish(pointerOf(wanted.shelf, wanted.key), JSON.stringify({ folder: name, info }), true))
      return { key: wanted.key, folder, info };
  } catch (error) {
    await removeFolder(outer, wanted.shelf.trash).catch(() => undefined);
    throw error;
  }
  await removeFolder(outer, wanted.shelf.trash);
  const first = await findPrepared(wanted);
  if (!first) throw gaveUp(wanted);
  return first;
}

/** False when there already is one. */
async function publish(path: string, text: string, flush: boolean): Promise<boolean> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(temporary, text, { flush });
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(temporary);
  }
}

async function tryLock(path: string): Promise<(() => Promise<void>) | null> {
  const mine = { ...thisProcess(), nonce: randomBytes(6).toString('hex') };
  if (await publish(path, JSON.stringify(mine), false)) return () => dropLock(path, mine.nonce);
  const held = await readLock(path);
  if (held && (await isStale(path, held))) await dropLock(path, held.nonce);
  return null;
}

const Lock = Owner.extend({ nonce: z.string() });

async function readLock(path: string): Promise<z.output<typeof Lock> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : Lock.parse(JSON.parse(text));
}

async function isStale(path: string, held: Owner): Promise<boolean> {
  const life = lifeOf(held);
  if (life !== 'foreign') return life === 'gone' && !isSame(held, thisProcess());
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > FOREIGN_LOCK_MS;
}

/** Removes this lock, and none that has replaced it meanwhile. */
async function dropLock(path: string, nonce: string): Promise<void> {
  const aside = `${path}.${nonce}`;
  if ((await readLock(path))?.nonce !== nonce) return;
  await rename(path, aside).catch(() => undefined);
  await rm(aside, { force: true });
}

function gaveUp(wanted: Preparation<z.ZodType>): AssayError {
  if (wanted.signal?.aborted)
    return new AssayError('NODE_ABORTED', `Waiting for ${wanted.key} was cancelled.`, { next: 'Start it again.' });
  return new AssayError('WORKSPACE_HELD', `Another process is still preparing ${wanted.key}.`, {
    next: 'Wait for it, or end that process, then try again.',
  });
}
