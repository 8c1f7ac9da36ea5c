import { basename, dirname, join } from 'node:path';
import type { Checkout } from '#contracts/workspace.ts';

/** Programs that come with the dependencies, the nearest first: as a script of the project's has them. */
export function programFolders({ mounts, seenAt }: Pick<Checkout, 'mounts' | 'seenAt'>, cwd: string): string[] {
  const isAbove = (folder: string): boolean => cwd === folder || cwd.startsWith(`${folder}/`);
  return mounts
    .filter(({ at }) => isAbove(dirname(at)) || !at.startsWith(`${seenAt}/`))
    .toSorted((a, b) => b.at.length - a.at.length)
    .flatMap(({ at }) => {
      if (basename(at) === 'node_modules') return [join(at, '.bin')];
      return /^vendor$|^\.?v?env$/.test(basename(at)) ? [join(at, 'bin')] : [];
    });
}
