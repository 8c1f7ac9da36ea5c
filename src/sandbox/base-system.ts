import { lstatSync, readlinkSync } from 'node:fs';

/** The part of the machine that every sandbox sees: the system's programs, and nothing personal. */
export interface BaseSystem {
  /** Mounted read-only at their own path. */
  readonly folders: readonly string[];
  /** Recreated inside. */
  readonly links: readonly { readonly at: string; readonly to: string }[];
}

/** /usr, and the rest as links into it or as folders of their own, as this system has it. */
const FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** Looks at the machine once; missing folders are left out. */
export function readBaseSystem(): BaseSystem {
  const there = FOLDERS.map((at) => ({ at, entry: lstatSync(at, { throwIfNoEntry: false }) }));
  return {
    folders: there.filter(({ entry }) => entry?.isDirectory()).map(({ at }) => at),
    links: there.filter(({ entry }) => entry?.isSymbolicLink()).map(({ at }) => ({ at, to: readlinkSync(at) })),
  };
}
