import { basename, dirname, join } from 'node:path';
import type { Checkout } from '#contracts/workspace.ts';

/** Programs that come with the dependencies, the nearest first: as a script of the project's has them. */
export function programFolders(
  { mounts, seenAt, env }: Pick<Checkout, 'mounts' | 'seenAt' | 'env'>,
  cwd: string,
): string[] {
  const isAbove = (folder: string): boolean => cwd === folder || cwd.startsWith(`${folder}/`);
  const own = mounts
    .filter(({ at }) => isAbove(dirname(at)) || !at.startsWith(`${seenAt}/`))
    .toSorted((a, b) => b.at.length - a.at.length)
    .flatMap(({ at }) => {
      if (basename(at) === 'node_modules') return [join(at, '.bin')];
      return /^vendor$|^\.?v?env$/.test(basename(at)) ? [join(at, 'bin')] : [];
    });
  // An environment that lies elsewhere has a name of its tool's.
  const { VIRTUAL_ENV } = env;
  return VIRTUAL_ENV === undefined ? own : [...new Set([...own, join(VIRTUAL_ENV, 'bin')])];
}
