import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

export interface FolderWatch {
  readonly root: string;
  /** Folders of these names are not watched. */
  readonly never: ReadonlySet<string>;
  /** A path in the project that was changed, added or removed; a folder stands for everything in it. */
  changed(path: string): void;
  /** A folder cannot be watched: changes in it are not seen. */
  trouble(folder: string, why: string): void;
}

/**
 * Watches every folder of a project, but no single file: a system allows some hundred thousand watches for all programs
 * together, and Node's own recursive watch takes one for each file. Links are not followed.
 */
export function watchFolders({ root, never, changed, trouble }: FolderWatch): { close(): void } {
  const watched = new Map<string, FSWatcher>();
  const drop = (folder: string): void => {
    for (const [path, watcher] of watched)
      if (path === folder || path.startsWith(`${folder}/`)) {
        watcher.close();
        watched.delete(path);
      }
  };
  const add = (top: string): void => {
    for (const open = [top]; open.length > 0; ) {
      const folder = open.pop() ?? '';
      if (watched.has(folder) || !isFolder(join(root, folder))) continue;
      // First the watch, then the listing: a change between the two is seen twice instead of never.
      try {
        const watcher = watch(join(root, folder), (kind, name) => seen(folder, kind, name));
        watcher.on('error', () => drop(folder));
        watched.set(folder, watcher);
      } catch (thrown) {
        trouble(folder, thrown instanceof Error ? thrown.message : String(thrown));
        return;
      }
      for (const name of foldersIn(join(root, folder), never)) open.push(folder === '' ? name : `${folder}/${name}`);
    }
  };
  const seen = (folder: string, kind: string, name: string | null): void => {
    if (name === null) return changed(folder);
    if (never.has(name)) return;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (kind === 'rename') {
      // The old watch of a folder that was moved away and back no longer works.
      drop(path);
      add(path);
    }
    changed(path);
  };
  add('');
  return {
    close: () => {
      for (const watcher of watched.values()) watcher.close();
    },
  };
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function foldersIn(folder: string, never: ReadonlySet<string>): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !never.has(entry.name))
      .map(({ name }) => name);
  } catch {
    // It disappeared, or cannot be read.
    return [];
  }
}
