import { basename } from 'node:path';

/**
 * The path of a checkout inside a sandbox: that of the person's own. So everything that names a path of theirs fits: a
 * Python environment, a linked package, a snapshot with paths. Programs that depend on the path behave as they do for
 * the person, too (some serve nothing from a folder whose name begins with a dot, and ours is in one).
 */
export function seenPlace(top: string | undefined, folder: string): string {
  if (top !== undefined && !TAKEN.test(`${top}/`)) return top;
  return `/checkout/${basename(top ?? folder).replace(/^\.+/, '') || 'project'}`;
}

/** The sandbox has something of its own there. */
const TAKEN = /^\/(?:usr|bin|sbin|lib\w*|etc|proc|dev|sys|run|home\/agent|tmp\/home)?\/|^\/tmp\/$/;
