import { basename } from 'node:path';

/**
 * Where a checkout appears in a sandbox: where the person's own is. So whatever names a path of theirs fits: a Python
 * environment, a package that is linked, a snapshot with paths; and what a path does to a program (some serve nothing
 * from a folder whose name begins with a dot, and ours lies in one) it does as it does for them.
 */
export function seenPlace(top: string | undefined, folder: string): string {
  if (top !== undefined && !TAKEN.test(`${top}/`)) return top;
  return `/checkout/${basename(top ?? folder).replace(/^\.+/, '') || 'project'}`;
}

/** The sandbox has something of its own there. */
const TAKEN = /^\/(?:usr|bin|sbin|lib\w*|etc|proc|dev|sys|run|home\/agent|tmp\/home)?\/|^\/tmp\/$/;
