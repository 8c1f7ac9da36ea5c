import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { AssayError } from '#contracts/errors.ts';

export type Synchronous = 'FULL' | 'NORMAL';

/**
 * WAL so that readers never wait for the writer; FULL so that an acknowledged append survives a power cut (NORMAL
 * survives only a crash of the process; it exists for benchmarks against others on equal terms).
 */
export function prepareDatabase(db: DatabaseSync, file: string, synchronous: Synchronous): void {
  db.exec(`PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
  db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const found = versionOf(db);
  if (found > SCHEMA_VERSION) {
    throw new AssayError('STORE_NEWER', `${file} has schema ${found}; this Assay knows up to ${SCHEMA_VERSION}`, {
      next: 'It was written by a newer Assay: use that one, or set ASSAY_HOME to another folder. Nothing was changed.',
    });
  }
  if (found < SCHEMA_VERSION) migrate(db);
}

/** All steps or none. Another process may have migrated first, so the version is read again under the write lock. */
function migrate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const step of MIGRATIONS.slice(versionOf(db))) db.exec(step);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
  } catch (thrown) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw thrown;
  }
}

const versionOf = (db: DatabaseSync): number => Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);

/** The most events a run may have. Eight million runs of a thousand million events fit a JavaScript integer. */
export const RUN_STRIDE = 2 ** 30;

const CHECKPOINT_PAGES = 2000;
const RESERVED_BYTES = CHECKPOINT_PAGES * 4096;

/**
 * Grows the write-ahead file to its full length in advance. A commit that only overwrites it costs half of one that
 * makes it grow (measured: 9,500 against 4,900 a second, FULL), since the file system's own journal is not involved.
 */
export function reserveLog(db: DatabaseSync, file: string): void {
  const wal = `${file}-wal`;
  if (existsSync(wal) && statSync(wal).size >= RESERVED_BYTES) return;
  db.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS reserve (bytes BLOB);
    INSERT INTO reserve VALUES (zeroblob(${RESERVED_BYTES}));
    DELETE FROM reserve;
    COMMIT;
  `);
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
}

/** As version 0.1.0 created it. A released schema is never changed: additions are later migration steps. */
const SCHEMA_1 = `
CREATE TABLE IF NOT EXISTS runs (
  no INTEGER PRIMARY KEY,
  run TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  head INTEGER NOT NULL,
  chain TEXT NOT NULL,
  header TEXT NOT NULL,
  lease_epoch INTEGER NOT NULL DEFAULT 0,
  lease_worker TEXT,
  lease_expires INTEGER
);
CREATE INDEX IF NOT EXISTS runs_newest ON runs (created_at DESC, run DESC);
CREATE INDEX IF NOT EXISTS runs_by_session ON runs (session, created_at DESC, run DESC);
-- One row an append: its id is the run's number and the seq of its first event, so that a run's rows lie together
-- and a growing run only ever adds at the end; its body is [[type, version, data], ...].
CREATE TABLE IF NOT EXISTS appends (
  id INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  chain TEXT NOT NULL
);
-- For people with an SQL prompt.
CREATE VIEW IF NOT EXISTS events AS
  SELECT run, appends.id % ${RUN_STRIDE} + key AS seq, at, json_extract(value, '$[0]') AS type,
         json_extract(value, '$[1]') AS v, json_extract(value, '$[2]') AS data
  FROM appends JOIN runs ON runs.no = appends.id / ${RUN_STRIDE}, json_each(body);
CREATE TABLE IF NOT EXISTS mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run TEXT NOT NULL,
  at INTEGER NOT NULL,
  by TEXT NOT NULL,
  mail TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS mail_by_run ON mail (run, id);
`;

/** From version n to n + 1; a new database goes through all of them. */
export const MIGRATIONS: readonly string[] = [
  SCHEMA_1,
  // A run that a person keeps, however old it gets.
  'ALTER TABLE runs ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;',
];

export const SCHEMA_VERSION = MIGRATIONS.length;
