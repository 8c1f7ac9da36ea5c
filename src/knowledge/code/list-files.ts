import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from './git.ts';

/** A file that may be worth reading. */
export interface Listed {
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
}

/** Folders that contain nothing of the project itself. */
export const NEVER: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '.hg',
  '.svn',
  '__pycache__',
  '.venv',
  '.tox',
  '.assay',
]);
const MOST = 400_000;

/**
 * Files that git tracks or does not ignore; without git, all files. Links are not followed, so there are no loops. With
 * `only`, these files and the content of these folders: nothing else is visited.
 */
export async function listFiles(root: string, only?: readonly string[]): Promise<Listed[]> {
  const named = only ? ['--', ...only] : [];
  const listed =
    only?.length === 0
      ? ''
      : await runGit(root, [
          '--literal-pathspecs',
          ...['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
          ...named,
        ]);
  const paths = listed === null ? walk(root, only) : listed.split('\0').filter((path) => path !== '');
  const files: Listed[] = [];
  for (const path of paths) {
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (stat?.isFile()) files.push({ path, size: stat.size, mtime: stat.mtimeMs });
  }
  return files;
}

function walk(root: string, only?: readonly string[]): string[] {
  const ours = only?.filter((path) => !path.split('/').some((part) => NEVER.has(part)));
  // A name that is no folder has no entries; as a file it is visited in any case.
  const found: string[] = [...(ours ?? [])];
  for (const open = ours ? [...ours] : ['']; open.length > 0 && found.length < MOST; ) {
    const folder = open.pop() ?? '';
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !NEVER.has(entry.name)) open.push(path);
      else if (entry.isFile()) found.push(path);
    }
  }
  return found.sort();
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It disappeared, or cannot be read.
    return [];
  }
}
