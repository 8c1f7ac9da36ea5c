import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TreeHash } from '#contracts/ids.ts';
import { makeFolder } from '#host/make-folder.ts';
import { thisProcess } from '#host/owner.ts';
import { removeFolder } from '#host/remove-folder.ts';
import type { TreeShell } from '../git/tree-shell.ts';
import { privateIn, type StoreFolders, treeIn } from '../store-folders.ts';
import type { Vault } from '../vault/vault.ts';
import { fillTree } from './snapshot.ts';

/**
 * Folders filled ahead, for later checkouts that a caller will wait for: the next tree that a step submits differs from
 * the last one by a few files, and only those are written then. No program but our git has run in one.
 */
export interface SpareFolders {
  /** Ensures that this many exist, or are being made. */
  keep(vault: Vault, tree: TreeHash, count: number): void;
  /** One that contains some tree of this vault, as git wrote it; null where there is none. */
  take(vault: Vault): Promise<string | null>;
  /** Removes them all, and fills no more. */
  close(): Promise<void>;
}

interface Spare {
  /** False while it is put off. */
  begun: boolean;
  readonly folder: Promise<string | null>;
}

/** The answer that was just made goes out first. */
const PAUSE_MS = 100;

export function spareFolders(places: Pick<StoreFolders, 'checkouts' | 'trash'>, shell: TreeShell): SpareFolders {
  const kept = new Map<string, Spare[]>();
  const closing = new AbortController();
  const fill = async ({ gitDir }: Vault, tree: TreeHash): Promise<string | null> => {
    const folder = newCheckoutFolder(places);
    try {
      await makeCheckoutFolder(folder);
      await fillTree(shell, { tree: treeIn(folder), gitDir, privateFolder: privateIn(folder) }, tree);
      return folder;
    } catch {
      // No caller waits for it: a later checkout is made normally, and reports what is wrong.
      await removeFolder(folder, places.trash).catch(() => undefined);
      return null;
    }
  };
  const putOff = (vault: Vault, tree: TreeHash): Spare => {
    const later = sleep(PAUSE_MS, true, { signal: closing.signal, ref: false }).catch(() => false);
    const begin = (): Promise<string | null> => {
      spare.begun = true;
      return fill(vault, tree);
    };
    const spare: Spare = { begun: false, folder: later.then((isOpen) => (isOpen ? begin() : null)) };
    return spare;
  };
  return {
    keep: (vault, tree, count) => {
      if (closing.signal.aborted) return;
      const spares = kept.get(vault.gitDir) ?? [];
      while (spares.length < count) spares.push(putOff(vault, tree));
      kept.set(vault.gitDir, spares);
    },
    take: async ({ gitDir }) => {
      const spares = kept.get(gitDir) ?? [];
      const at = spares.findIndex(({ begun }) => begun);
      return at < 0 ? null : ((await spares.splice(at, 1)[0]?.folder) ?? null);
    },
    close: async () => {
      closing.abort();
      const left = await Promise.all([...kept.values()].flat().map(({ folder }) => folder));
      kept.clear();
      await Promise.all(left.map((folder) => folder && removeFolder(folder, places.trash)));
    },
  };
}

export const newCheckoutFolder = ({ checkouts }: Pick<StoreFolders, 'checkouts'>): string =>
  join(checkouts, randomBytes(8).toString('hex'));

/** Empty, and marked as this process's, so that a sweep finds it when the process is gone. */
export async function makeCheckoutFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  await writeFile(join(folder, 'owner.json'), JSON.stringify(thisProcess()));
  await makeFolder(treeIn(folder));
  await makeFolder(privateIn(folder));
}
