import { AssayError } from '#contracts/errors.ts';

/** SQLite's primary result codes that mean something to a person. */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** A database error in our words; anything else passes unchanged. */
export function asStoreError(thrown: unknown, file: string): unknown {
  const code = primaryCode(thrown);
  if (code === null || !(thrown instanceof Error)) return thrown;
  const fail = (...[kind, seen, next]: [ConstructorParameters<typeof AssayError>[0], string, string]) =>
    new AssayError(kind, `${seen} (${file}: ${thrown.message})`, { next, cause: thrown });
  switch (code) {
    case CORRUPT:
    case NOTADB:
      return fail(
        'STORE_CORRUPT',
        'the run database is damaged',
        'Nothing was changed. `assay doctor --repair` copies every run that can still be read into a new database and keeps this file beside it.',
      );
    case FULL:
      return fail(
        'DISK_FULL',
        'no room to write the run log',
        'Free some space, then `assay runs resume`. Nothing that was acknowledged is lost.',
      );
    case BUSY:
      return fail('STORE_BUSY', 'another process holds the run database', 'Try again in a moment.');
    case READONLY:
    case CANTOPEN:
      return fail(
        'HOME_UNWRITABLE',
        'the run database cannot be opened for writing',
        'Check the owner and mode of the folder, or set ASSAY_HOME to another one.',
      );
    case IOERR:
      return fail('STORE_FAILED', 'the disk failed under the run database', 'Check the disk; then `assay doctor`.');
    default:
      return fail('STORE_FAILED', 'the run database refused', '`assay doctor` checks it.');
  }
}

function primaryCode(thrown: unknown): number | null {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number') return null;
  return thrown.errcode & 0xff;
}
