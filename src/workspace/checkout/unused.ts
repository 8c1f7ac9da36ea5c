import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonIfExists } from '#host/atomic-file.ts';
import type { Shelf } from '#host/prepare-once.ts';
import { removeFolder } from '#host/remove-folder.ts';
import type { StoreContext } from '../store-options.ts';
import { listFolders } from './create-workspace.ts';
import { readRecord } from './record.ts';

/** Removes seeds and layers that no workspace refers to and that were not used in that time. Returns their keys. */
export async function dropUnused({ places }: StoreContext, unusedForMs: number): Promise<string[]> {
  const used = new Set<string>();
  for (const name of await listFolders(places.workspaces)) {
    const record = await readRecord(join(places.workspaces, name)).catch(() => null);
    for (const key of record ? [record.seed, ...record.layers] : []) used.add(key);
  }
  const dropped: string[] = [];
  for (const shelf of [places.seeds, places.layers]) {
    for (const file of await pointersOn(shelf)) {
      const key = file.slice(0, -'.json'.length);
      const path = join(shelf.folder, file);
      if (used.has(key) || (await idleMs(path)) < unusedForMs) continue;
      const pointer = await readJsonIfExists(path, z.object({ folder: z.string() })).catch(() => null);
      await rm(path, { force: true }); // first, so that no process finds what is about to go
      if (pointer) await removeFolder(join(shelf.folder, pointer.folder), shelf.trash);
      dropped.push(key);
    }
  }
  return dropped;
}

const pointersOn = async ({ folder }: Shelf): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));

async function idleMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  return found ? Date.now() - found.mtimeMs : 0;
}
