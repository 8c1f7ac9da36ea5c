import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '#host/clock.ts';
import { LocalWorkspaceStore } from '../store.ts';
import type { StoreOptions } from '../store-options.ts';

export const PATH = process.env.PATH ?? '/usr/bin:/bin';

/** A folder that goes with the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** git as a person has it: the repository's own configuration counts. */
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

export function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
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

/** The error an action ends with. */
export async function failureOf(action: Promise<unknown>): Promise<{ code: string; message: string; next?: string }> {
  try {
    await action;
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      return {
        code: String(error.code),
        message: error.message,
        ...('next' in error ? { next: String(error.next) } : {}),
      };
    throw error;
  }
  throw new Error('It did not fail.');
}
