import { posix } from 'node:path';

/** Folders with a manifest, outer ones first. A manifest among test data or templates does not make a package. */
export function unitFolders(paths: readonly string[]): string[] {
  const folders = paths.filter((path) => MANIFEST.test(posix.basename(path))).map((path) => posix.dirname(path));
  return [...new Set(folders)].filter((folder) => folder !== '.' && !AMONG_DATA.test(folder)).sort();
}

export const MANIFEST = /^(package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod)$/;

const AMONG_DATA = /(^|\/)(tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|templates?|node_modules)(\/|$)/;

/** The folders that contain a path, outermost first, without the top. */
export const foldersAround = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));
