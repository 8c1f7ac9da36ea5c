import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from '#contracts/http/machine-routes.ts';
import type { Runs } from '#engine/runs.ts';
import { diskUse } from '#host/disk-use.ts';
import { LocalWorkspaceStore } from '#workspace/store.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The disk space that Assay uses. */
export async function measureDisk({ home, clock }: Runs, env: Env): Promise<Disk> {
  const root = join(home.root, 'workspaces');
  const store = new LocalWorkspaceStore({ root, path: env.PATH ?? '', clock });
  const isThere = await stat(root).then(
    () => true,
    () => false,
  );
  const [use, blobs, database, { bavail, bsize }] = await Promise.all([
    isThere ? store.diskUse() : NOTHING,
    diskUse(home.blobs),
    sizeOf(home.database),
    statfs(home.root),
  ]);
  const { workspaces, total, limit, history, caches } = use;
  return { workspaces: [...workspaces], total, limit, history, caches, blobs, database, free: bavail * bsize };
}

/** The answer of the store for an empty folder. */
const NOTHING = { workspaces: [], total: 0, limit: 50 * 1024 ** 3, history: 0, caches: 0 };

/** Including its write-ahead log. */
async function sizeOf(database: string): Promise<number> {
  const sizes = ['', '-wal', '-shm'].map((part) =>
    stat(`${database}${part}`).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
