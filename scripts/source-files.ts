import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

const NEVER = new Set(['.git', 'node_modules', 'dist', 'coverage', '.assay']);

/** Paths of the repository's own files from its root: tracked ones and new ones that git does not ignore. */
export function sourceFiles(root: string): string[] {
  const listed = existsSync(join(root, '.git')) ? listedByGit(root) : walk(root);
  return listed.filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile()).sort();
}

/** Text by path, of the files that `wanted` picks. */
export function readFiles(
  root: string,
  paths: readonly string[],
  wanted: (path: string) => boolean,
): Map<string, string> {
  return new Map(paths.filter(wanted).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function listedByGit(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(output.split('\0').filter((path) => path !== ''))];
}

/** Where there is no git repository: an unpacked archive of the sources. */
function walk(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NEVER.has(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? walk(root, path) : [path];
  });
}
