import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mount } from '#contracts/sandbox.ts';
import type { Leniency } from '../git/survey.ts';

export interface SubmoduleMounts {
  readonly mounts: readonly Mount[];
  readonly notes: readonly string[];
}

/**
 * Submodules as the person has them checked out, read-only: test suites often live in one. A submodule they did not
 * check out is an empty folder, as it is for them. `at` is the path of the checkout in the sandbox.
 */
export async function submoduleMounts(
  submodules: readonly string[],
  { allow, top, at }: { readonly allow: Leniency; readonly top: string | undefined; readonly at: string },
): Promise<SubmoduleMounts> {
  const mounts: Mount[] = [];
  const empty: string[] = [];
  for (const path of submodules) {
    const from = top === undefined ? null : join(top, path);
    if (allow.submodules === 'as-checked-out' && from !== null && (await hasFiles(from)))
      mounts.push({ from, at: join(at, path) });
    else empty.push(path);
  }
  const shown = submodules.filter((path) => !empty.includes(path));
  return {
    mounts,
    notes: [
      ...(shown.length === 0 ? [] : [`Submodules as they are checked out, read-only: ${shown.join(', ')}.`]),
      ...(empty.length === 0 ? [] : [`Submodules are empty folders here: ${empty.join(', ')}.`]),
    ],
  };
}

/** Not through a link: a mount would show its target, whatever that is. */
const hasFiles = async (folder: string): Promise<boolean> =>
  (await lstat(folder).catch(() => null))?.isDirectory() === true && (await readdir(folder)).length > 0;
