import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SweepOptions, SweepReport } from '#contracts/workspace.ts';
import { readJsonIfExists } from '#host/atomic-file.ts';
import { reasonOf } from '#host/file-error.ts';
import { lifeOf, type Owner } from '#host/owner.ts';
import type { Shelf } from '#host/prepare-once.ts';
import { erase, removeFolder } from '#host/remove-folder.ts';
import type { StoreContext } from '../store-options.ts';
import { trimHistory } from '../vault/trim-history.ts';
import { retireRef } from '../vault/vault.ts';
import { claimedBy, listFolders } from './create-workspace.ts';
import { readRecord } from './record.ts';
import { dropUnused } from './unused.ts';

/** A folder without a record is being made; that may take so long. */
const UNRECORDED_MS = 10 * 60_000;
/** Of another machine or container: its owner cannot be queried, so only age tells. */
const FOREIGN_MS = 7 * 24 * 3_600_000;

type Fate = 'keep' | 'remove' | 'foreign';

/** Removes what dead processes left behind: workspaces, checkouts, half-prepared seeds and layers, trash. */
export async function sweepStore(context: StoreContext, options: SweepOptions): Promise<SweepReport> {
  const { keep = () => false, unusedForMs } = options;
  const { places } = context;
  const removed: string[] = [];
  const foreign: string[] = [];
  const failed: { name: string; why: string }[] = [];

  const settle = async (name: string, fate: Fate, remove: () => Promise<void>): Promise<void> => {
    if (fate === 'foreign') foreign.push(name);
    if (fate !== 'remove') return;
    try {
      await remove();
      removed.push(name);
    } catch (error) {
      failed.push({ name, why: reasonOf(error) });
    }
  };

  for (const name of await listFolders(places.workspaces)) {
    const folder = join(places.workspaces, name);
    const record = await readRecord(folder).catch(() => null);
    const fate = await fateOf(folder, record?.owner ?? (await claimedBy(folder)));
    if (record?.ready && keep(name)) continue;
    await settle(name, fate, async () => {
      if (record) await retireRef({ git: context.git, gitDir: record.gitDir }, name, record.base);
      await removeFolder(folder, places.trash);
    });
  }
  for (const folder of [...(await inFolder(places.checkouts)), ...(await unfinished(places))]) {
    await settle(folder, await fateOf(folder, await claimedBy(folder)), () => removeFolder(folder, places.trash));
  }
  if (unusedForMs !== undefined) removed.push(...(await dropUnused(context, unusedForMs)));
  for (const folder of await inFolder(places.trash)) await settle(folder, 'remove', () => erase(folder));
  const historyFreed = options.history ? await trimHistory(context, options.history) : 0;
  return { removed, foreign, failed, historyFreed };
}

/** The same for folders of any other kind that name their owner: those in `folder` whose process is gone. */
export async function sweepClaimed(folder: string, trash: string): Promise<void> {
  for (const each of await inFolder(folder)) {
    // What cannot be removed now is found by the next sweep.
    if ((await fateOf(each, await claimedBy(each))) === 'remove')
      await removeFolder(each, trash).catch(() => undefined);
  }
  for (const rest of await inFolder(trash)) await erase(rest).catch(() => undefined);
}

async function fateOf(folder: string, owner: Owner | null): Promise<Fate> {
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
  const age = Date.now() - mtimeMs;
  if (!owner) return age > UNRECORDED_MS ? 'remove' : 'keep';
  const life = lifeOf(owner);
  if (life === 'foreign') return age > FOREIGN_MS ? 'remove' : 'foreign';
  return life === 'gone' ? 'remove' : 'keep';
}

const inFolder = async (folder: string): Promise<string[]> =>
  (await listFolders(folder)).map((name) => join(folder, name));

/** Seeds and layers that no pointer names, and repositories that never got their name. */
async function unfinished(places: StoreContext['places']): Promise<string[]> {
  const fresh = (await inFolder(places.vaults.folder)).filter((folder) => folder.endsWith('.tmp'));
  return [...fresh, ...(await unnamed(places.seeds)), ...(await unnamed(places.layers))];
}

async function unnamed(shelf: Shelf): Promise<string[]> {
  const files = await readdir(shelf.folder).catch(() => []);
  const named = new Set<string>();
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const pointer = await readJsonIfExists(join(shelf.folder, file), z.object({ folder: z.string() })).catch(
      () => null,
    );
    if (pointer) named.add(pointer.folder);
  }
  return (await listFolders(shelf.folder)).filter((name) => !named.has(name)).map((name) => join(shelf.folder, name));
}
