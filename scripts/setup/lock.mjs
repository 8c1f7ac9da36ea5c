import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

const BEAT_MS = 2_000;
/** A holder touches its lock every BEAT_MS; one that was silent for this long is dead, wherever it ran. */
const SILENT_MS = 30_000;

/** Runs `work` while no other setup of this clone does. A folder is the lock: making one is atomic everywhere. */
export async function withLock(root, work) {
  const lock = join(root, '.assay/cache/setup.lock');
  mkdirSync(join(root, '.assay/cache'), { recursive: true });
  const token = randomUUID();
  for (let told = false; !take(lock, token); ) {
    if (isStale(lock)) {
      clear(lock);
      continue;
    }
    if (!told) say(`another setup is at work here (process ${owner(lock)?.pid ?? 'unknown'}); waiting for it`);
    told = true;
    await sleep(200);
  }
  const beat = setInterval(() => touch(lock), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    // Only our own: after a long sleep of the machine another one may have taken over.
    if (owner(lock)?.token === token) remove(lock);
  }
}

/** The owner's file is inside before the folder has its name, so that a lock never lacks an owner. */
function take(lock, token) {
  const made = `${lock}.${token}`;
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, 'owner.json'), JSON.stringify({ pid: process.pid, host: hostname(), token }));
  try {
    renameSync(made, lock);
    return true;
  } catch {
    // A folder that is not empty cannot be renamed over: the lock is held.
    rmSync(made, { recursive: true, force: true });
    return false;
  }
}

function owner(lock) {
  try {
    return JSON.parse(readFileSync(join(lock, 'owner.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function isStale(lock) {
  const age = ageOf(lock);
  if (age === undefined) return false;
  if (age > SILENT_MS) return true;
  const holder = owner(lock);
  return holder?.host === hostname() && !isAlive(holder.pid);
}

/** Two that find the same stale lock must not both remove it: the slower one would remove the faster one's new lock. */
function clear(lock) {
  const guard = `${lock}.clearing`;
  try {
    mkdirSync(guard);
  } catch {
    if ((ageOf(guard) ?? 0) > SILENT_MS) rmSync(guard, { recursive: true, force: true });
    return;
  }
  if (isStale(lock)) remove(lock);
  rmSync(guard, { recursive: true, force: true });
}

/** In one step: a folder emptied file by file could be taken by another process halfway. */
function remove(lock) {
  const gone = `${lock}.${randomUUID()}`;
  renameSync(lock, gone);
  rmSync(gone, { recursive: true, force: true });
}

function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Taken away while the machine slept; there is nothing to keep alive.
  }
}
