import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { Mount } from '#contracts/sandbox.ts';

/** The text of a file that is really inside the folder. */
export async function readPlainCopy(root: string, path: string): Promise<string> {
  await refuseDetour(root, path);
  return readFile(join(root, path), 'utf8');
}

/**
 * Replaces a file by a text. The code under test may write to this folder, and could have left a link or a pipe in its
 * place, so whatever is there is removed and the file created.
 */
export async function replacePlain(root: string, path: string, text: string): Promise<void> {
  await refuseDetour(root, path, { last: false });
  const file = join(root, path);
  const mode = (await lstat(file).catch(() => null))?.mode ?? 0o644;
  await rm(file, { recursive: true, force: true });
  await writeFile(file, text, { flag: 'wx', mode: mode & 0o777 });
}

/** Folders for mounts inside a folder that the sandbox cannot write to. */
export async function makeCopyMountPoints(root: string, mounts: readonly Mount[]): Promise<void> {
  for (const { at } of mounts) {
    const path = relative(root, at);
    if (path === '' || path.startsWith('..') || isAbsolute(path)) continue;
    let folder = root;
    for (const part of path.split(sep)) {
      folder = join(folder, part);
      const entry = await lstat(folder).catch(() => null);
      if (!entry) await mkdir(folder);
      else if (!entry.isDirectory()) throw refusal(path, `${part} is not a folder, so nothing can be mounted there`);
    }
  }
}

/** No part of the path may be a link that leads elsewhere. */
async function refuseDetour(root: string, path: string, { last = true } = {}): Promise<void> {
  const parts = path.split('/');
  if (path.startsWith('/') || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw refusal(path, 'it is not a plain path from the project’s folder');
  let at = root;
  for (const [index, part] of parts.entries()) {
    at = join(at, part);
    const isFile = index === parts.length - 1;
    if (isFile && !last) return;
    const entry = await lstat(at).catch(() => null);
    if (!entry) throw refusal(path, `${part} does not exist`);
    if (isFile ? !entry.isFile() : !entry.isDirectory())
      throw refusal(path, `${part} is not a plain ${isFile ? 'file' : 'folder'}`);
  }
}

const refusal = (path: string, why: string): AssayError =>
  new AssayError('FILE_NOT_REGULAR', `${path} cannot be mutated: ${why}.`, {
    next: 'Name a regular file of the tree that is measured.',
  });
