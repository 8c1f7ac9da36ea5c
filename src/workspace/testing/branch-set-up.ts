import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Sha } from '#contracts/workspace.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { git, MESSAGE, repositoryWith, storeIn } from './test-repository.ts';

export const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'src/deep.txt': 'deep\n' };

/** A person's repository on `main`, and a commit made in a workspace that changes, adds and removes a file. */
export async function setUpBranch(files: Record<string, string> = FILES) {
  const folder = tempFolder();
  const repository = repositoryWith(files);
  const store = storeIn(folder);
  const base = Sha.parse(git(repository, 'rev-parse', 'HEAD'));
  const space = await store.create({ name: 'one', repository });
  write(space.path, { 'a.txt': 'changed\n', 'new/n.txt': 'new\n' });
  rmSync(join(space.path, 'b.txt'));
  const { sha } = await space.commit(MESSAGE);
  const at = (ref: string): string => git(repository, 'rev-parse', '--verify', '--quiet', ref);
  const status = (): string => git(repository, 'status', '--porcelain', '--ignored');
  const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
  return { root: join(folder, 'store'), repository, store, base, sha, at, status, read };
}
