import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonIfExists, writeJsonAtomic } from '#host/atomic-file.ts';
import { makeFolder } from '#host/make-folder.ts';

/** Every path that was checked, in order, with what was there: an equal trail gives the same answer. */
const Trail = z.array(z.tuple([z.string(), z.string()]));
export type Trail = z.infer<typeof Trail>;

const Entry = z.strictObject({
  /** The environment on which the program's answer depends. */
  pathVariable: z.string(),
  trail: Trail,
  path: z.string(),
  version: z.string().nullable(),
  passedOver: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  at: z.number(),
});
export type CacheEntry = z.infer<typeof Entry>;

const CacheFile = z.strictObject({ v: z.literal(1), workspace: z.string(), entries: z.record(z.string(), Entry) });

/** A workspace needs a few dozen programs; more are not cached. */
const MOST_ENTRIES = 100;

/** What was found before in one workspace. */
export interface BinaryCache {
  get(key: string): Promise<CacheEntry | null>;
  /** Rejects when it cannot be written. */
  put(key: string, entry: CacheEntry): Promise<void>;
}

/** One file per workspace in the cache folder. A damaged file counts as empty and is replaced by the next answer. */
export function binaryCache(cacheFolder: string, workspace: string): BinaryCache {
  const folder = join(cacheFolder, 'find-binary');
  const file = join(folder, `${createHash('sha256').update(workspace).digest('hex').slice(0, 32)}.json`);

  const read = async (): Promise<Record<string, CacheEntry>> => {
    const found = await readJsonIfExists(file, CacheFile).catch(() => null);
    return found?.workspace === workspace ? found.entries : {};
  };
  return {
    get: async (key) => {
      const entries = await read();
      return Object.hasOwn(entries, key) ? (entries[key] ?? null) : null;
    },
    put: async (key, entry) => {
      const others = Object.entries(await read()).filter(([name]) => name !== key);
      const kept = others.sort(([, left], [, right]) => right.at - left.at).slice(0, MOST_ENTRIES - 1);
      await makeFolder(folder);
      // With two simultaneous writers the later file wins completely, and the other answer is found again.
      const entries = Object.fromEntries([...kept, [key, entry]]);
      await writeJsonAtomic(file, { v: 1, workspace, entries }, { mode: 0o600 });
    },
  };
}
