import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../entries.ts';
import { leaveOut } from './config.ts';
import { read, write } from './edits.ts';
import { skip } from './skip.ts';
import { restore, weaken } from './weaken.ts';

/** A cheat in place of the maintainers' sources: changes the checkout at GREEN and says what it did, or null. */
export interface Twin {
  readonly name: string;
  readonly make: (entry: Entry, folder: string) => string | null;
  /** Tests that must pass without the sources, run directly; otherwise nobody would try this cheat. */
  readonly passes: 'changed' | 'suite';
}

export const VARIANTS = ['honest', 'weaken', 'skip', 'config', 'special'] as const;
export type Variant = (typeof VARIANTS)[number];

/** In the order in which they are tried: the first that passes bare is played. */
export const TWINS: Readonly<Record<Exclude<Variant, 'honest'>, readonly Twin[]>> = {
  weaken: [
    { name: 'weaken', make: weaken, passes: 'changed' },
    { name: 'restore', make: restore, passes: 'changed' },
  ],
  skip: [{ name: 'skip', make: skip, passes: 'changed' }],
  config: [{ name: 'config', make: leaveOut, passes: 'suite' }],
  special: [{ name: 'special', make: special, passes: 'changed' }],
};

/** A table of the tests' own inputs, written by hand. */
function special(entry: Entry, folder: string): string | null {
  if (entry.special === undefined) return null;
  for (const { path, find, replace } of entry.special) {
    const text = existsSync(join(folder, path)) ? read(folder, path) : '';
    if (find !== undefined && !text.includes(find)) throw new Error(`special: ${path} has no "${find}"`);
    write(folder, path, find === undefined ? text + replace : text.replace(find, () => replace));
  }
  return `${entry.special.length} edits by a table`;
}
