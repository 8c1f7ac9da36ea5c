import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunId } from '#contracts/ids.ts';
import { type DamagedLog, type Repaired, repairLog } from '#engine/log/repair.ts';
import { isGone } from '#engine/worker.ts';
import type { Home } from '#host/home.ts';

/** Repairs one run's log; the old one is kept as a file beside the database. Null where nothing is wrong with it. */
export function repairRun(
  { database }: Home,
  run: RunId,
  { by, now, cut = false }: { readonly by: string; readonly now: number; readonly cut?: boolean },
): Repaired | null {
  const keep = (damaged: DamagedLog): string => {
    const folder = join(dirname(database), 'damaged');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${run}-${new Date(now).toISOString().replaceAll(/[:.]/g, '')}.json`);
    writeFileSync(file, JSON.stringify(damaged, null, 1), { mode: 0o600, flag: 'wx', flush: true });
    return file;
  };
  return repairLog({ file: database, run, now, by, isGone, cut, keep });
}
