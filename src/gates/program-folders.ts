import { basename, dirname, join } from 'node:path';
import type { Checkout } from '#contracts/workspace.ts';

/** Programs that come with the dependencies, nearest first: as for a script of the project. */
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
  // An environment elsewhere has a name chosen by its tool.
  const { VIRTUAL_ENV } = env;
  return VIRTUAL_ENV === undefined ? own : [...new Set([...own, join(VIRTUAL_ENV, 'bin')])];
}
