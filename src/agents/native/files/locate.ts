import { lstat, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { errnoOf, reasonOf } from '#host/file-error.ts';

/** A place inside the folder, with no symbolic link on the way to it. */
export interface Located {
  /** From the folder, with `/`; empty for the folder itself. */
  readonly path: string;
  /** As it was requested, from the folder: rules may match either. */
  readonly asked: string;
}

/** The number of links that Linux follows. */
const MOST_LINKS = 40;

/**
 * Where a path of an agent really leads. Each part is checked: a link that leads out of the folder is refused. Files
 * are later opened without following links, so a link that is put there meanwhile fails.
 */
export async function locate(folder: string, wanted: string): Promise<Located> {
  const root = await realpath(folder);
  if (wanted.includes('\0')) throw outside(wanted, 'holds a null character');
  const asked = partsWithin([resolve(folder), root], resolve(folder, wanted), wanted);
  let rest = [...asked];
  let done: string[] = [];
  for (let links = 0; rest.length > 0; ) {
    const [part = '', ...after] = rest;
    const target = await linkAt(join(root, ...done, part), wanted);
    if (target === undefined) {
      done = [...done, part];
      rest = after;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) throw outside(wanted, 'goes through too many links');
    const leads = isAbsolute(target) ? resolve(target) : resolve(root, ...done, target);
    rest = [...partsWithin([root, resolve(folder)], leads, wanted), ...after];
    done = [];
  }
  return { path: done.join('/'), asked: asked.join('/') };
}

/** The paths for rules: its target, and its name. */
export const pathsOf = (...places: readonly Located[]): string[] => [
  ...new Set(places.flatMap(({ path, asked }) => [path === '' ? '.' : path, asked === '' ? '.' : asked])),
];

/** Only git may change a repository's own files: a hook or a setting in there would be run outside of any sandbox. */
export function refuseGit({ path }: Located): void {
  if (!path.split('/').some((part) => part.toLowerCase() === '.git')) return;
  throw new AssayError('PATH_OUTSIDE', `${path} belongs to git and is not changed by hand`, {
    next: 'Leave it as it is.',
  });
}

async function linkAt(path: string, wanted: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch (thrown) {
    // A missing file is no link; the tool reports it in its own words.
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(thrown) ?? '')) return undefined;
    throw new AssayError('FILE_UNREADABLE', `${wanted} cannot be looked at: ${reasonOf(thrown)}`, { cause: thrown });
  }
}

/** The folder may be named by its own path or by its target. */
function partsWithin(roots: readonly string[], path: string, wanted: string): string[] {
  for (const root of roots) {
    const within = relative(root, path);
    if (within === '') return [];
    if (within !== '..' && !within.startsWith(`..${sep}`) && !isAbsolute(within)) return within.split(sep);
  }
  throw outside(wanted, 'leads out of the working folder');
}

const outside = (wanted: string, why: string): AssayError =>
  new AssayError('PATH_OUTSIDE', `${JSON.stringify(wanted.slice(0, 200))} ${why}`, {
    next: 'Use a path inside the working folder.',
  });
