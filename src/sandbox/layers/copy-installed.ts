import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { runProcess } from '#host/run-process.ts';
import { type LayerInfo, placeInLayer } from './build-layer.ts';
import { CACHES, makeCacheFolders } from './cache-folders.ts';
import type { Installed } from './installed.ts';
import type { Recipe } from './recipes.ts';

/**
 * A layer that is a copy of what the person has installed. Never by hard links: an edit in place would change both.
 * Where the disk supports it, the copy shares its blocks and costs next to nothing.
 */
export async function copyInstalled(
  { tool }: Recipe,
  { folders }: Installed,
  folder: string,
  signal?: AbortSignal,
): Promise<LayerInfo> {
  const kept: { name: string; at: string }[] = [];
  const hash = createHash('sha256');
  const count = { files: 0, bytes: 0 };
  for (const [index, { from, at }] of folders.entries()) {
    const name = isAbsolute(at) ? `installed-${index}` : placeInLayer(at);
    await mkdir(join(folder, dirname(name)), { recursive: true });
    await copy(from, join(folder, name), signal);
    for (const cache of CACHES[at.slice(at.lastIndexOf('/') + 1)] ?? [])
      await rm(join(folder, name, cache), { recursive: true, force: true });
    hash.update(JSON.stringify([at, await hashOf(join(folder, name), count)]));
    await makeCacheFolders(join(folder, name), at);
    kept.push({ name, at });
  }
  return { tool, folders: kept, installed: { hash: hash.digest('hex'), ...count } };
}

async function copy(from: string, to: string, signal?: AbortSignal): Promise<void> {
  const clone = process.platform === 'darwin' ? ['-a', '-c'] : ['-a', '--reflink=auto'];
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' };
  const request = { program: 'cp', cwd: '/', env, timeoutMs: COPY_MS, leavesNothing: true, ...(signal && { signal }) };
  const done = await runProcess({ ...request, args: [...clone, '--', from, to] });
  if (done.outcome === 'exited' && done.exitCode === 0) return;
  throw new AssayError(
    'LAYER_FAILED',
    `Copying ${from} failed: ${done.stderr.text.trim().slice(-300) || done.outcome}`,
    {
      next: 'Make it readable for your user and see that the disk has room, then try again.',
    },
  );
}
const COPY_MS = 20 * 60_000;

/** Names, modes, links and contents, in a fixed order. */
async function hashOf(folder: string, count: { files: number; bytes: number }): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const hash = createHash('sha256');
  const lines = await inBatches(paths, async ({ entry, path }) => {
    const name = relative(folder, path);
    if (entry.isSymbolicLink()) return ['link', name, await readlink(path)];
    if (!entry.isFile()) return ['other', name];
    const { mode, size } = await lstat(path);
    count.files += 1;
    count.bytes += size;
    return ['file', name, mode & 0o111, await contentOf(path, size)];
  });
  for (const line of lines) hash.update(JSON.stringify(line));
  return hash.digest('hex');
}

async function contentOf(path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  if (size <= READ_WHOLE) return hash.update(await readFile(path)).digest('hex');
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest('hex');
}
const READ_WHOLE = 4 * 1024 ** 2;

const AT_ONCE = 32;

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return done;
}
