import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { repositoryWith, storeIn } from './test-repository.ts';

export const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n' };

/** A repository of two files, and a store for its workspaces. */
export function setUpStore(options = {}) {
  const folder = tempFolder();
  const repository = repositoryWith(FILES);
  const store = storeIn(folder, options);
  const spaces = (): string[] => readdirSync(join(folder, 'store/workspaces')).sort();
  return {
    folder,
    repository,
    store,
    spaces,
    create: (name: string, signal?: AbortSignal) => store.create({ name, repository, ...(signal && { signal }) }),
  };
}
