import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#host/clock.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { LocalWorkspaceStore } from '../store.ts';
import type { StoreOptions } from '../store-options.ts';

export const PATH = process.env.PATH ?? '/usr/bin:/bin';

/** git as a person runs it: the repository's own configuration applies. */
export function git(cwd: string, ...args: string[]): string {
  return gitWith({}, cwd, ...args);
}

export function gitWith(env: Record<string, string>, cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH, HOME: cwd, LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
      ...{ GIT_AUTHOR_NAME: 'Person', GIT_AUTHOR_EMAIL: 'person@localhost' },
      ...{ GIT_COMMITTER_NAME: 'Person', GIT_COMMITTER_EMAIL: 'person@localhost' },
      ...env,
    },
  }).trim();
}

/** A person's repository with one commit on `main`. */
export function repositoryWith(files: Readonly<Record<string, string | Uint8Array>>, ...init: string[]): string {
  const folder = join(tempFolder(), 'project');
  mkdirSync(folder);
  git(folder, 'init', '--quiet', '--initial-branch=main', ...init);
  write(folder, files);
  commitAll(folder, 'first');
  return folder;
}

export function commitAll(folder: string, message: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
  return git(folder, 'rev-parse', 'HEAD');
}

export function storeIn(folder: string, options: Partial<StoreOptions> = {}): LocalWorkspaceStore {
  return new LocalWorkspaceStore({ root: join(folder, 'store'), path: PATH, clock: systemClock, ...options });
}

export const MESSAGE = { phase: 'impl', brief: 'adds a thing', session: 's-1', node: 'impl#1', costUsd: 0.25 };
