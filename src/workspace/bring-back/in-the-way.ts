import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { EntryPair } from '../git/raw-diff.ts';
import { listTree } from '../git/survey.ts';
import type { Vault } from '../vault/vault.ts';
import type { PersonIndex } from './person-snapshot.ts';

/** What of the person's work would be lost, or what Assay cannot write correctly. */
export interface Obstacle {
  readonly why: string;
  readonly next: string;
  readonly paths: readonly string[];
}

interface Seen {
  readonly underway: string | null;
  readonly index: PersonIndex;
  readonly filtered: readonly { readonly path: string; readonly filter: string }[];
  readonly changes: ReadonlyMap<string, EntryPair>;
}

const BY_HAND = 'Bring the branch forward in that checkout yourself, or switch it to another branch, then try again.';

/** Reasons not to write into a person's checkout, each with a next step for them. */
export const inTheWay = {
  /**
   * Reasons that no content shows: an operation in progress, or files that only the person's own git handles correctly.
   */
  begunOrOdd({ underway, index, filtered, changes }: Seen): Obstacle | null {
    if (underway !== null)
      return { why: `a ${underway} is under way there`, next: `End the ${underway} or abort it.`, paths: [] };
    if (index.unmerged.length > 0)
      return { why: 'it has conflicts that are not resolved', next: 'Resolve them first.', paths: index.unmerged };
    if (index.skipped.length > 0)
      return { why: 'it is sparse, or hides files from git', next: BY_HAND, paths: few(index.skipped) };
    const odd = filtered.filter(({ path }) => changes.has(path)).map(({ path }) => path);
    if (odd.length > 0)
      return { why: 'these files pass through a filter, and Assay runs none', next: BY_HAND, paths: few(odd) };
    const modules = [...changes].filter(([, { old, now }]) => old.mode === '160000' || now.mode === '160000');
    if (modules.length > 0)
      return { why: 'submodules change', next: BY_HAND, paths: few(modules.map(([path]) => path)) };
    return null;
  },

  dirty: (paths: readonly string[]): Obstacle => ({
    why: 'it has work that is not committed',
    next: 'Commit or stash that work, then try again.',
    paths: few(paths),
  }),

  untracked: (paths: readonly string[]): Obstacle => ({
    why: 'files that git does not track would be overwritten',
    next: 'Move these files away, then try again.',
    paths: few(paths),
  }),

  /** Untracked files and folders at the path of a new file. Ignored ones count: git itself would overwrite them. */
  async collisions(vault: Vault, top: string, from: TreeHash, added: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    let tracked: Set<string> | undefined;
    const isTracked = async (path: string): Promise<boolean> => {
      tracked ??= new Set((await listTree(vault, from)).map((entry) => entry.path));
      return tracked.has(path);
    };
    for (const path of added) {
      for (const blocker of await blockers(top, path)) if (!(await isTracked(blocker))) found.push(blocker);
    }
    return [...new Set(found)];
  },
};

/** What is at a path, or above it, and is not a plain file: plain files were compared by content. */
async function blockers(top: string, path: string): Promise<string[]> {
  const parts = path.split('/');
  for (let n = 1; n < parts.length; n += 1) {
    const above = parts.slice(0, n).join('/');
    const found = await lstat(join(top, above)).catch(() => null);
    if (!found) return [];
    if (!found.isDirectory()) return [above];
  }
  const found = await lstat(join(top, path)).catch(() => null);
  if (!found?.isDirectory()) return [];
  const inside = await readdir(join(top, path), { recursive: true, withFileTypes: true });
  return inside
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(top.length + 1));
}

const few = (paths: readonly string[]): string[] => paths.slice(0, 50);
