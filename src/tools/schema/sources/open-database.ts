import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { constants, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { AssayError } from '#contracts/errors.ts';

const WAIT_MS = 2_000;

/**
 * Reads a database without changing it or waiting for its writer, and closes it.
 * A database in WAL mode that no process has open is read as immutable: opened in the usual way, SQLite would leave two
 * files beside it, or fail in a read-only folder. If a writer appears meanwhile (it must create the write-ahead file),
 * the result is discarded and read again in the usual way.
 */
export function readDatabase<R>(path: string, work: (db: DatabaseSync) => R): R {
  if (isQuietWal(path)) {
    const before = stampOf(path);
    const outcome = attempt(() => withDatabase(new URL(`${pathToFileURL(path).href}?immutable=1`), work));
    if (isQuietWal(path) && stampOf(path) === before) {
      if (outcome.ok) return outcome.value;
      throw asSourceError(outcome.thrown, path);
    }
  }
  const outcome = attempt(() => withDatabase(path, work));
  if (outcome.ok) return outcome.value;
  throw asSourceError(outcome.thrown, path);
}

function withDatabase<R>(location: string | URL, work: (db: DatabaseSync) => R): R {
  const db = new DatabaseSync(location, { readOnly: true, readBigInts: true, timeout: WAIT_MS, allowExtension: false });
  try {
    // A database may come from anywhere: its views must not do more than compute.
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON;');
    return work(db);
  } finally {
    db.close();
  }
}

/** From here on, only what reads tables and computes is compiled. */
export function statementOnlyReads(db: DatabaseSync): void {
  const allowed = new Set([
    constants.SQLITE_SELECT,
    constants.SQLITE_READ,
    constants.SQLITE_FUNCTION,
    constants.SQLITE_RECURSIVE,
  ]);
  const decide = (action: number, _what: string | null, name: string | null): number =>
    allowed.has(action) && !(action === constants.SQLITE_FUNCTION && name !== null && EFFECTS.has(name.toLowerCase()))
      ? constants.SQLITE_OK
      : constants.SQLITE_DENY;
  db.setAuthorizer?.(decide); // Node before 24.10 has none; there the read-only connection must do
}

const EFFECTS = new Set(['load_extension', 'writefile', 'readfile', 'edit', 'fts3_tokenizer', 'sqlite_log']);

const MAGIC = 'SQLite format 3\0';
const WAL = 2;

export function isDatabase(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, MAGIC.length)).toString('latin1') === MAGIC;
}

function isQuietWal(path: string): boolean {
  const head = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return isDatabase(head) && head[18] === WAL && statSync(`${path}-wal`, { throwIfNoEntry: false }) === undefined;
}

function stampOf(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(':');
}

type Attempt<R> = { readonly ok: true; readonly value: R } | { readonly ok: false; readonly thrown: unknown };

function attempt<R>(work: () => R): Attempt<R> {
  try {
    return { ok: true, value: work() };
  } catch (thrown) {
    return { ok: false, thrown };
  }
}

const BUSY = 5;

function asSourceError(thrown: unknown, path: string): unknown {
  if (thrown instanceof AssayError || !(thrown instanceof Error) || !('errcode' in thrown)) return thrown;
  if (Number(thrown.errcode) % 256 === BUSY) {
    return new AssayError('STORE_BUSY', `Another process has locked ${path}.`, {
      next: 'Try again when it has finished writing.',
      cause: thrown,
    });
  }
  return new AssayError('SOURCE_UNREADABLE', `SQLite cannot read ${path}: ${thrown.message}.`, {
    next: 'Check that it is a whole database and not encrypted: sqlite3 FILE "PRAGMA integrity_check".',
    cause: thrown,
  });
}
