import { closeSync, constants, existsSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '#host/file-error.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const HAS_PROC = existsSync('/proc/self/fd');

/**
 * Opens a file for the time of its use; undefined where there is none. It may have become a link or a pipe since it was
 * listed, or a parent folder a link: the opened file must be where it was expected. Synchronous, for walks. `at` is a
 * path to the opened file, whatever replaces it meanwhile.
 */
export function openStill<T>(
  root: string,
  path: string,
  kind: 'file' | 'folder',
  use: (file: number, at: string) => T,
): T | undefined {
  const wanted = join(root, path);
  let file: number | undefined;
  try {
    file = openSync(wanted, O_RDONLY | O_NOFOLLOW | (kind === 'folder' ? O_DIRECTORY : O_NONBLOCK));
    const at = HAS_PROC ? `/proc/self/fd/${file}` : wanted;
    return (HAS_PROC ? readlinkSync(at) : realpathSync(wanted)) === wanted ? use(file, at) : undefined;
  } catch (thrown) {
    if (errnoOf(thrown) === undefined) throw thrown;
    return undefined; // gone, or not readable
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
