/** What a person can do about a database error. */
export type SqliteFault = 'busy' | 'damaged' | 'full' | 'unwritable' | 'disk' | 'other';

/** What went wrong in SQLite, or null where something else was thrown. */
export function sqliteFault(thrown: unknown): SqliteFault | null {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return null;
  return FAULTS[thrown.errcode & 0xff] ?? 'other';
}

/** By SQLite's primary result codes. */
const FAULTS: Readonly<Record<number, SqliteFault>> = {
  5: 'busy',
  6: 'busy',
  8: 'unwritable',
  10: 'disk',
  11: 'damaged',
  13: 'full',
  14: 'unwritable',
  26: 'damaged',
};
