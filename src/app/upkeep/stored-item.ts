import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskUse } from '#host/disk-use.ts';

/** A file or folder that may be removed. */
export interface StoredItem {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly changedAt: number;
}

/** How many, and their size on disk. */
export interface ItemTotals {
  readonly count: number;
  readonly bytes: number;
}

/** The content of a folder, with sizes; empty where there is no such folder. */
export async function itemsIn(folder: string): Promise<StoredItem[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const items: StoredItem[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    const bytes = entry.isDirectory() ? await diskUse(path) : found.size;
    items.push({ name: entry.name, path, bytes, changedAt: found.mtimeMs });
  }
  return items;
}
