import { closeSync, constants, existsSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '#host/file-error.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const HAS_PROC = existsSync('/proc/self/fd');

/**
 * Opens what lies at a path for the time of its use; undefined where nothing does. It may have become a link or a pipe
 * since it was listed, or a folder above it a link: what was opened must lie where it was looked for. Synchronous, for
 * walks. `at` is a path to what was opened, whatever takes its place meanwhile.
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
    return undefined; // gone, or not ours to read
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
