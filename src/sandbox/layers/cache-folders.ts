import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Mount } from '#contracts/sandbox.ts';
import { errnoOf } from '#host/file-error.ts';
import { tableOf } from '#host/table-of.ts';
import { isWithin } from '../check-mounts.ts';
import { isRealFolder } from './is-real-folder.ts';

/** Folders that tools insist on writing to inside a folder of packages, although it is read-only. */
export const CACHES: Readonly<Record<string, readonly string[]>> = tableOf({
  node_modules: ['.vite-temp', '.vite', '.vitest', '.cache'],
});

/** Files that tools insist on writing to there: vitest's record of its type checks is beside its own code. */
const CACHE_FILES = ['vitest/dist/tsconfig.tmp.tsbuildinfo'];

/**
 * Creates them, empty, in a layer before it is sealed, since a mount needs an existing folder. Anything else of that
 * name stays as it is, and has no cache.
 */
export async function makeCacheFolders(packages: string, at = packages): Promise<void> {
  for (const name of cachesOf(at)) {
    await mkdir(join(packages, name)).catch((error) => {
      if (errnoOf(error) !== 'EEXIST') throw error;
    });
  }
  for (const file of await cacheFilesOf(packages, at))
    await writeFile(join(packages, file), '', { flag: 'wx' }).catch((error) => {
      if (errnoOf(error) !== 'EEXIST') throw error;
    });
}

export interface CacheMounts extends AsyncDisposable {
  /** For the policy's `writable`. */
  readonly mounts: readonly Mount[];
}

/**
 * Fresh, empty and writable folders and files over the caches of read-only packages. They are removed after the run.
 */
export async function cacheMounts(packages: readonly Mount[], scratch: string): Promise<CacheMounts> {
  const root = await mkdtemp(join(scratch, 'caches-'));
  const mounts: Mount[] = [];
  for (const { from, at } of packages) {
    for (const name of cachesOf(at)) {
      if (!(await isRealFolder(join(from, name)))) continue;
      const fresh = join(root, String(mounts.length));
      await mkdir(fresh);
      mounts.push({ from: fresh, at: join(at, name) });
    }
    for (const file of await cacheFilesOf(from, at)) {
      if (!(await lstat(join(from, file)).catch(() => null))?.isFile()) continue;
      const fresh = join(root, String(mounts.length));
      await writeFile(fresh, '');
      mounts.push({ from: fresh, at: join(at, file) });
    }
  }
  return { mounts, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}

/**
 * Tools check whether the packages are writable before they use a cache there; some then write to `.cache` anyway,
 * where no folder exists (xo). This variable of find-cache-dir names the cache folder to them.
 */
export function cacheVariables(mounts: readonly Mount[], cwd: string): Readonly<Record<string, string>> {
  const nearest = mounts
    .map(({ at }) => at)
    .filter((at) => at.endsWith('/node_modules/.cache') && isWithin(dirname(dirname(at)), cwd))
    .toSorted((a, b) => b.length - a.length)[0];
  return nearest === undefined ? {} : { CACHE_DIR: nearest };
}

const cachesOf = (folder: string): readonly string[] => CACHES[folder.slice(folder.lastIndexOf('/') + 1)] ?? [];

/** Where such files belong, from the folder of packages: pnpm keeps a package in one folder per version. */
async function cacheFilesOf(packages: string, at: string): Promise<readonly string[]> {
  if (!at.endsWith('node_modules')) return [];
  const kept = await readdir(join(packages, '.pnpm')).catch(() => []);
  const all = CACHE_FILES.flatMap((file) => [
    file,
    ...kept
      .filter((name) => name.startsWith(`${file.slice(0, file.indexOf('/'))}@`))
      .map((name) => join('.pnpm', name, 'node_modules', file)),
  ]);
  const isThere = await Promise.all(all.map((file) => isFolderOnTheWay(packages, dirname(file))));
  return all.filter((_, n) => isThere[n]);
}

/** A real folder, as are all its parents up to the packages: a link may lead anywhere. */
async function isFolderOnTheWay(packages: string, folder: string): Promise<boolean> {
  if (folder === '.') return true;
  return (await isRealFolder(join(packages, folder))) && isFolderOnTheWay(packages, dirname(folder));
}
