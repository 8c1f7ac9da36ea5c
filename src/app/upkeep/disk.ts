import { dirname, join } from 'node:path';
import type { Runs } from '#engine/runs.ts';
import { diskUse } from '#host/disk-use.ts';
import { measureDisk } from '../server/disk.ts';

export interface DiskRow {
  readonly what: string;
  readonly bytes: number;
  readonly path: string;
}

export interface DiskReport {
  readonly rows: readonly DiskRow[];
  readonly total: number;
  readonly free: number;
}

/** The disk space of Assay's home by part, largest first. */
export async function diskReport(runs: Runs, env: Readonly<Record<string, string | undefined>>): Promise<DiskReport> {
  const { home } = runs;
  const { root } = home;
  const { workspaces, history, caches, blobs, database, free } = await measureDisk(runs, env);
  const folder = async (what: string, ...path: string[]): Promise<DiskRow> => ({
    what,
    path: join(root, ...path),
    bytes: await diskUse(join(root, ...path)),
  });
  const known: DiskRow[] = [
    { what: 'run database', bytes: database, path: home.database },
    { what: 'blobs: outputs, evidence', bytes: blobs, path: home.blobs },
    {
      what: 'workspaces',
      bytes: workspaces.reduce((sum, { bytes }) => sum + bytes, 0),
      path: join(root, 'workspaces/workspaces'),
    },
    { what: 'history of workspaces', bytes: history, path: join(root, 'workspaces/vaults') },
    { what: 'dependencies and seeds', bytes: caches, path: join(root, 'workspaces/layers') },
    await folder('transcripts', 'transcripts'),
    await folder('conversations of agents', 'conversations'),
    await folder('homes of agents', 'seats'),
    await folder('examples', 'examples'),
    await folder('caches', 'cache'),
    await folder('logs of Assay', 'logs'),
    {
      what: 'logs before their repair',
      bytes: await diskUse(join(dirname(home.database), 'damaged')),
      path: join(dirname(home.database), 'damaged'),
    },
  ];
  const total = await diskUse(root);
  const other = Math.max(0, total - known.reduce((sum, { bytes }) => sum + bytes, 0));
  const rows = [...known, { what: 'other', bytes: other, path: root }].filter(({ bytes }) => bytes > 0);
  return { rows: rows.sort((a, b) => b.bytes - a.bytes), total, free };
}
