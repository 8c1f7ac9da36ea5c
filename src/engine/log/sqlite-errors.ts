import { AssayError } from '#contracts/errors.ts';
import { type SqliteFault, sqliteFault } from '#host/sqlite-fault.ts';

/** A run database's error in our words; anything else passes unchanged. */
export function asStoreError(thrown: unknown, file: string): unknown {
  const fault = sqliteFault(thrown);
  if (fault === null || !(thrown instanceof Error)) return thrown;
  const [code, seen, next] = WORDS[fault];
  return new AssayError(code, `${seen} (${file}: ${thrown.message})`, { next, cause: thrown });
}

type FaultWords = readonly [code: ConstructorParameters<typeof AssayError>[0], seen: string, next: string];

const WORDS: Readonly<Record<SqliteFault, FaultWords>> = {
  damaged: [
    'STORE_CORRUPT',
    'the run database is damaged',
    'Nothing was changed. `assay doctor --repair` copies every run that can still be read into a new database and keeps this file next to it.',
  ],
  full: [
    'DISK_FULL',
    'no room to write the run log',
    'Free some space, then `assay runs resume`. Nothing that was acknowledged is lost.',
  ],
  busy: ['STORE_BUSY', 'another process holds the run database', 'Try again in a moment.'],
  unwritable: [
    'HOME_UNWRITABLE',
    'the run database cannot be opened for writing',
    'Check the owner and mode of the folder, or set ASSAY_HOME to another one.',
  ],
  disk: ['STORE_FAILED', 'the disk failed under the run database', 'Check the disk; then `assay doctor`.'],
  other: ['STORE_FAILED', 'the run database refused', '`assay doctor` checks it.'],
};
