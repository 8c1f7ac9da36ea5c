import { join } from 'node:path';
import type { Shelf } from '#host/prepare-once.ts';
import type { VaultPlace } from './vault/vault.ts';

/** The folders of a store. Only a workspace's `tree` is ever visible to an agent. */
export interface StoreFolders {
  readonly root: string;
  readonly vaults: VaultPlace;
  readonly seeds: Shelf;
  readonly layers: Shelf;
  readonly workspaces: string;
  readonly checkouts: string;
  /** Our data about the person's own checkouts: an index of ours for each. */
  readonly folders: string;
  readonly trash: string;
}

export function placesIn(root: string): StoreFolders {
  const trash = join(root, 'trash');
  return {
    root,
    vaults: { folder: join(root, 'vaults'), trash },
    seeds: { folder: join(root, 'seeds'), trash },
    layers: { folder: join(root, 'layers'), trash },
    workspaces: join(root, 'workspaces'),
    checkouts: join(root, 'checkouts'),
    folders: join(root, 'folders'),
    trash,
  };
}

export const treeIn = (folder: string): string => join(folder, 'tree');
export const privateIn = (folder: string): string => join(folder, 'private');
