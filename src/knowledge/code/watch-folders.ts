import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

export interface FolderWatch {
  readonly root: string;
  /** Folders of these names are not looked into. */
  readonly never: ReadonlySet<string>;
  /** A path in the project that changed, came or went; a folder stands for all that is in it. */
  changed(path: string): void;
  /** A folder cannot be watched: changes in it are not seen. */
  trouble(folder: string, why: string): void;
}

/**
 * Watches every folder of a project, and no file by itself: a system allows some hundred thousand watches for all programs
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
      // The watch first and then the look: what comes between the two is seen twice, not never.
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
      // Of one that was moved away and back the old watch is blind.
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
    // It went away, or is not ours to read.
    return [];
  }
}
