import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { Mount } from '#contracts/sandbox.ts';
import { runProcess } from '#host/run-process.ts';
import { makeCacheFolders } from '#sandbox/layers/cache-folders.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Mounts = (checkout: { readonly path: string }) => readonly Mount[];

const NEEDED = ['vitest', 'fast-check', 'typescript'];

/**
 * The packages for an example's tests. An example has no lockfile, so that nothing has to be downloaded: in TypeScript
 * it borrows the packages of Assay's own clone, in Python those of the machine.
 */
export async function borrowedPackages(
  files: Readonly<Record<string, string>>,
  env: Env,
  lookFrom: string = import.meta.url,
): Promise<Mounts> {
  if (!('package.json' in files)) {
    await requirePython(env);
    return () => [];
  }
  const modules = await packagesFolder(createRequire(lookFrom).resolve.paths('vitest') ?? []);
  await makeCacheFolders(modules);
  return ({ path }) => [{ from: modules, at: join(path, 'node_modules') }];
}

/** The nearest folder that contains all of them. */
async function packagesFolder(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const there = await Promise.all(NEEDED.map((name) => stat(join(folder, name)).catch(() => null)));
    if (there.every((found) => found?.isDirectory())) return folder;
  }
  throw new AssayError('FILE_MISSING', `the example needs ${NEEDED.join(', ')}, which this Assay does not have`, {
    next: 'Run it in a clone of Assay after `npm ci`, or in Python: `--language python`.',
  });
}

async function requirePython({ PATH = '' }: Env): Promise<void> {
  const args = ['-c', 'import pytest, hypothesis'];
  const asked = await runProcess({ program: 'python3', args, cwd: tmpdir(), env: { PATH }, timeoutMs: 30_000 });
  if (asked.exitCode === 0) return;
  throw new AssayError('FILE_MISSING', 'the example needs python3 with pytest and hypothesis, and they are not here', {
    next: 'python3 -m pip install pytest hypothesis; or run it in TypeScript: `--language typescript`.',
  });
}
