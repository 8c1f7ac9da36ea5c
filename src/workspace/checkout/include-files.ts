import { constants, copyFile, lstat, mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inWords, tooBig } from '#host/disk-use.ts';
import { errnoOf, writeError } from '#host/file-error.ts';
import { exists } from '#host/remove-folder.ts';
import { type Git, gitBytes, gitLine } from '../git/git.ts';
import { pathFromBytes, splitNul } from '../git/path-bytes.ts';
import type { GitRepository } from '../git/repository.ts';
import { secretOf } from './person-secrets.ts';

export const INCLUDE_FILE = '.worktreeinclude';

export interface Included {
  readonly copied: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Copies files that the person keeps beside the repository and a workspace needs too (an `.env.test`), except secrets:
 * files that match `.worktreeinclude` or `setup.copy` (gitignore syntax, matched by git) and that git ignores. Tracked
 * files come with the commit; files that are merely not added yet are the person's unfinished work and stay out.
 */
export async function includeFiles(
  git: Git,
  repository: GitRepository,
  tree: string,
  { limit, patterns = [] }: { readonly limit: number; readonly patterns?: readonly string[] },
): Promise<Included> {
  const found = await listIncluded(git, repository, patterns);
  if (!found) return { copied: [], notes: [] };
  const copied: string[] = [];
  const notes: string[] = [];
  let bytes = 0;
  for (const path of found.paths) {
    const source = join(found.top, path);
    const size = await sizeOf(source);
    if (path.startsWith('"') || path.includes('\n') || size === null) {
      notes.push(`${JSON.stringify(path)} was not copied: only plain files with plain names are.`);
      continue;
    }
    const secret = secretOf(path, await beginningOf(source));
    if (secret !== null) {
      notes.push(`${path} was left out: ${secret}. What tests need goes into a file without secrets (.env.test).`);
      continue;
    }
    bytes += size;
    if (bytes > limit)
      throw tooBig(`The files that ${INCLUDE_FILE} names are too large`, bytes, limit, `List less in ${INCLUDE_FILE}.`);
    const why = await copyInto(source, tree, path);
    if (why === null) copied.push(path);
    else notes.push(`${path} was not copied: ${why}.`);
  }
  if (copied.length > 0) notes.unshift(`${copied.length} files were copied as the set-up asks (${inWords(bytes)}).`);
  return { copied, notes };
}

async function listIncluded(
  git: Git,
  { folder, hasFiles }: GitRepository,
  patterns: readonly string[],
): Promise<{ top: string; paths: string[] } | null> {
  if (!hasFiles) return null;
  const top = await gitLine(git, { args: ['rev-parse', '--show-toplevel'], cwd: folder });
  const rules = [
    ...((await exists(join(top, INCLUDE_FILE))) ? [`--exclude-from=${INCLUDE_FILE}`] : []),
    ...patterns.map((pattern) => `--exclude=${pattern}`),
  ];
  if (rules.length === 0) return null;
  const list = async (...by: string[]): Promise<string[]> => {
    const args = ['ls-files', '-z', '--others', '--ignored', ...by];
    return splitNul(await gitBytes(git, { args, cwd: top })).map(pathFromBytes);
  };
  const ignored = new Set(await list('--exclude-standard'));
  return { top, paths: (await list(...rules)).filter((path) => ignored.has(path)) };
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null);
  return found?.isFile() ? found.size : null;
}

/** As much as any settings file has; beyond that there are no files written by people. */
async function beginningOf(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024 ** 2), 0, 1024 ** 2, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Null when it was copied. A folder that is a link in the commit is not followed: it may lead anywhere. */
async function copyInto(source: string, tree: string, path: string): Promise<string | null> {
  const folders = path.split('/').slice(0, -1);
  let at = tree;
  for (const name of folders) {
    at = join(at, name);
    const found = await lstat(at).catch(() => null);
    if (!found) await mkdir(at);
    else if (!found.isDirectory()) return `${name} is not a folder in the commit`;
  }
  const target = join(tree, path);
  try {
    await copyFile(source, join(dirname(target), path.slice(path.lastIndexOf('/') + 1)), constants.COPYFILE_EXCL);
    return null;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return 'the commit has a file of that name';
    throw writeError(`the file ${target}`, error);
  }
}

/** Keeps copied files out of commits, even where the project's own rules would include them. */
export async function excludeCopied(file: string, copied: readonly string[]): Promise<void> {
  await writeFile(file, copied.map((path) => `/${path.replace(/[\\*?[\]!# ]/g, '\\$&')}\n`).join(''));
}
