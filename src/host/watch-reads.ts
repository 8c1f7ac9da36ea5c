import { lstat, lutimes, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Finds out which files were read while something ran. It looks from outside, so the program cannot hide a read. */
export interface ReadWatch {
  /** Paths that were read, changed or removed since; null where this file system does not say. */
  end(): Promise<readonly string[] | null>;
}

/**
 * Uses the access time that the file system keeps. It is first set far back, so the first read moves it. Setting it
 * back again changes the change time, which no program can set.
 */
export async function watchReads(folder: string, paths: readonly string[]): Promise<ReadWatch> {
  if (!(await tells(folder))) return { end: async () => null };
  const before = new Map<string, Stamp>();
  for (const path of paths) {
    const found = await lstat(join(folder, path), { bigint: true }).catch(() => null);
    if (!found?.isFile()) continue;
    await lutimes(join(folder, path), LONG_AGO, new Date(Number(found.mtimeMs)));
    before.set(path, await stampOf(join(folder, path)));
  }
  return {
    end: async () => {
      const read: string[] = [];
      for (const [path, stamp] of before) if ((await stampOf(join(folder, path))) !== stamp) read.push(path);
      return read;
    },
  };
}

const LONG_AGO = new Date('2001-01-01T00:00:00Z');

type Stamp = string;

async function stampOf(path: string): Promise<Stamp> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  return found === null ? 'gone' : `${found.ino} ${found.atimeNs} ${found.ctimeNs}`;
}

/** Some file systems are mounted without access times. */
async function tells(folder: string): Promise<boolean> {
  const probe = join(folder, `.reads-${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    await writeFile(probe, 'x');
    await lutimes(probe, LONG_AGO, new Date());
    const before = await stampOf(probe);
    await readFile(probe);
    return (await stampOf(probe)) !== before;
  } finally {
    await rm(probe, { force: true });
  }
}
