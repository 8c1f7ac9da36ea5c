import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Mount } from '#contracts/sandbox.ts';
import { checkPlace, isWithin } from './check-mounts.ts';

/**
 * Creates the empty folders that mounts inside a folder cover. In a writable folder bubblewrap creates them itself; in
 * a read-only one it cannot, and nothing would start.
 */
export function makeMountPoints(folder: string, mounts: readonly Mount[]): void {
  const outer = { from: folder, at: folder };
  for (const mount of mounts) {
    if (mount.at === folder || !isWithin(folder, mount.at)) continue;
    checkPlace(outer, mount);
    mkdirSync(join(folder, relative(folder, mount.at)), { recursive: true });
  }
}
