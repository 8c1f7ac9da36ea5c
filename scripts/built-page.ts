import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProcess } from '#host/run-process.ts';

const ROOT = join(import.meta.dirname, '..');
export const WEB = join(ROOT, 'dist/web');
const STAMP = join(ROOT, 'dist/web.sha256');
const LOCK = join(ROOT, 'dist/web.lock');
const SOURCES = ['web', 'src/contracts', 'package-lock.json'];

/** The page for the current sources: built once, and again only after one of them has changed. `say` reports a build. */
export async function builtPage(say: (line: string) => void = () => {}): Promise<string> {
  const wanted = await sourcesHash();
  const isBuilt = async (): Promise<boolean> =>
    existsSync(join(WEB, 'index.html')) && (await readFile(STAMP, 'utf8').catch(() => '')) === wanted;
  if (await isBuilt()) return WEB;
  await withLock(async () => {
    // Another process may have built it meanwhile.
    if (await isBuilt()) return;
    say('building the page; this takes some seconds');
    await rm(STAMP, { force: true });
    const staging = `${WEB}.new`;
    await buildPage(staging);
    // Whole or not at all: a server or a test beside this one never sees an empty folder for longer than two renames.
    await rm(`${WEB}.old`, { recursive: true, force: true });
    await rename(WEB, `${WEB}.old`).catch(() => {});
    await rename(staging, WEB);
    await rm(`${WEB}.old`, { recursive: true, force: true });
    await writeFile(STAMP, wanted);
  });
  return WEB;
}

/** As people get it: in a process of its own and for production, whatever mode this process is in. */
export async function buildPage(into: string): Promise<void> {
  const { exitCode, stdout, stderr } = await runProcess({
    program: process.execPath,
    args: [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      'web',
      '--outDir',
      into,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
    timeoutMs: 120_000,
  });
  if (exitCode !== 0) throw new Error(`the page could not be built: ${stderr.text || stdout.text}`);
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256');
  const files = (await Promise.all(SOURCES.map((source) => filesOf(join(ROOT, source))))).flat().sort();
  for (const file of files) hash.update(`${relative(ROOT, file)}\0`).update(await readFile(file));
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const STALE_MS = 120_000;

/** Several processes may want it at once: one builds, the others wait for it. */
async function withLock(work: () => Promise<void>): Promise<void> {
  await mkdir(join(ROOT, 'dist'), { recursive: true });
  const giveUp = Date.now() + STALE_MS;
  for (;;) {
    try {
      await mkdir(LOCK);
      break;
    } catch {
      // A process that held it this long has died.
      if (Date.now() > giveUp) await rm(LOCK, { recursive: true, force: true });
      await sleep(200);
    }
  }
  try {
    await work();
  } finally {
    await rm(LOCK, { recursive: true, force: true });
  }
}
