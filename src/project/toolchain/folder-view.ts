import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type FileView, isSkippedFolder } from './file-view.ts';

export interface FolderLimits {
  readonly files: number;
  readonly fileBytes: number;
  readonly depth: number;
}

const LIMITS: FolderLimits = { files: 50_000, fileBytes: 512 * 1024, depth: 12 };

/** A view of a folder on this machine. Links are not followed, and oversized files are not read. */
export function folderView(root: string, limits: FolderLimits = LIMITS): FileView {
  const { paths, truncated } = walk(root, limits);
  const known = new Set(paths);
  return {
    ...{ paths, truncated },
    read: (path) => (known.has(path) ? readText(join(root, path), limits.fileBytes) : null),
    isThere: (path) => known.has(path) || lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true,
  };
}

/** Breadth first, so that a limit drops the deepest files. */
function walk(root: string, limits: FolderLimits): { paths: string[]; truncated: boolean } {
  const paths: string[] = [];
  let folders = [''];
  for (let depth = 0; folders.length > 0; depth += 1) {
    if (depth > limits.depth) return { paths: paths.sort(), truncated: true };
    const deeper: string[] = [];
    for (const folder of folders) {
      for (const entry of entries(join(root, folder))) {
        const path = posix.join(folder, entry.name);
        if (entry.isDirectory()) {
          if (!isSkippedFolder(entry.name)) deeper.push(path);
        } else if (entry.isFile()) {
          if (paths.length === limits.files) return { paths: paths.sort(), truncated: true };
          paths.push(path);
        }
      }
    }
    folders = deeper;
  }
  return { paths: paths.sort(), truncated: false };
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function readText(path: string, maxBytes: number): string | null {
  try {
    const info = lstatSync(path);
    if (!info.isFile() || info.size > maxBytes) return null;
    const text = readFileSync(path, 'utf8');
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
