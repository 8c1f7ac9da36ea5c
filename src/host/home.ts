import { constants } from 'node:fs';
import { access, chmod, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { errnoOf, reasonOf, writeError } from './file-error.ts';
import { makeFolder } from './make-folder.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The folders in which Assay keeps a person's data. */
export interface Home {
  readonly root: string;
  readonly database: string;
  readonly blobs: string;
  readonly logs: string;
  readonly cache: string;
}

/** `ASSAY_HOME`, or `~/.assay`. Does not touch the disk. */
export function homeOf(env: Env): Home {
  const root = rootOf(env);
  return {
    root,
    database: join(root, 'db', 'assay.db'),
    blobs: join(root, 'blobs'),
    logs: join(root, 'logs'),
    cache: join(root, 'cache'),
  };
}

/** The same folders, created. The root is open to its owner only, and so is everything below it. */
export async function openHome(env: Env): Promise<Home> {
  const home = homeOf(env);
  for (const folder of [home.root, join(home.database, '..'), home.blobs, home.logs, home.cache]) {
    try {
      await makeFolder(folder);
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw unusable(folder, env, error);
    }
  }
  await closeToOthers(home.root, env);
  return home;
}

/** File names alone say what was worked on and by whom, so a folder of ours is always made private. */
async function closeToOthers(root: string, env: Env): Promise<void> {
  const { mode, uid } = await stat(root);
  if ((mode & OTHERS) === 0) return;
  if (process.getuid === undefined || uid === process.getuid()) {
    await chmod(root, mode & ~OTHERS & 0o7777);
    return;
  }
  const source = env.ASSAY_HOME ? 'ASSAY_HOME' : 'HOME';
  throw new AssayError('HOME_UNWRITABLE', `${root} (from ${source}) is another user's, and others can read it.`, {
    next: 'Set ASSAY_HOME to a folder of your own.',
  });
}

const OTHERS = 0o077;

function rootOf(env: Env): string {
  const { ASSAY_HOME: chosen, HOME: person } = env;
  if (chosen) {
    // Not every program that sets a variable expands the tilde.
    return resolve(chosen.startsWith('~/') && person ? join(person, chosen.slice(2)) : chosen);
  }
  if (person) return resolve(person, '.assay');
  throw new AssayError('HOME_UNWRITABLE', 'Neither ASSAY_HOME nor HOME is set, so there is no place for the runs.', {
    next: 'Set ASSAY_HOME to a folder that Assay may write to.',
  });
}

function unusable(folder: string, env: Env, thrown: unknown): AssayError {
  const code = errnoOf(thrown);
  if (code === 'ENOSPC' || code === 'EDQUOT') return writeError(`the folder ${folder}`, thrown);
  const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in its place' : reasonOf(thrown);
  const source = env.ASSAY_HOME ? 'ASSAY_HOME' : 'HOME';
  return new AssayError('HOME_UNWRITABLE', `Assay cannot use ${folder} (from ${source}): ${reason}.`, {
    next: 'Make it a folder that your user can write to, or set ASSAY_HOME to another one.',
    cause: thrown,
  });
}
