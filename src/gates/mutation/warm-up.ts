import { lstat, mkdtemp, realpath, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Mount } from '#contracts/sandbox.ts';
import { profileFor } from '#project/test-runners/profiles.ts';

/** The inputs of a run apart from its checkout. */
export interface RunPlace {
  readonly write?: readonly Mount[];
  readonly read?: readonly Mount[];
  /** These options come before the adapter's own. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Warmth {
  readonly place: RunPlace;
  remove(): Promise<void>;
}

/**
 * pytest rewrites the assertions of its plugins' packages, some ninety files of hypothesis, on every run where it may
 * not cache: two thirds of the time of a small suite. So one run without a mutant may write its cache, and the others
 * read it. Nothing of the checkout is kept: Python trusts a compiled file with the time (in seconds) and size of its
 * source, and a mutant often has both.
 */
export async function warmUp(
  runner: string,
  parent: string,
  checkout: string,
  run: (place: RunPlace) => Promise<unknown>,
): Promise<Warmth | null> {
  if (!profileFor(runner).keepsCompiled) return null;
  const folder = await mkdtemp(join(await realpath(parent), 'assay-warm-'));
  const mount = { from: folder, at: folder };
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const compiled = { PYTHONPYCACHEPREFIX: folder };
  try {
    await run({ write: [mount], env: { ...compiled, PYTHONDONTWRITEBYTECODE: '' } });
    if (await removeInside(folder, checkout)) return { place: { read: [mount], env: compiled }, remove };
    await remove();
    return null;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Removes the compiled files of the checkout. False when their path is not plain: the code under test wrote here. */
async function removeInside(folder: string, checkout: string): Promise<boolean> {
  let at = folder;
  for (const part of checkout.split(sep).filter(Boolean)) {
    at = join(at, part);
    const entry = await lstat(at).catch(() => null);
    if (!entry) return true;
    if (!entry.isDirectory()) return false;
  }
  await rm(at, { recursive: true, force: true });
  return true;
}
