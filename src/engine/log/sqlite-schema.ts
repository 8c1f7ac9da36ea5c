import type { DatabaseSync } from 'node:sqlite';
import { AssayError } from '#contracts/errors.ts';

export const SCHEMA_VERSION = 1;

export type Synchronous = 'FULL' | 'NORMAL';

/**
 * WAL so that readers never wait for the writer; FULL so that an acknowledged append survives a power cut
 * (NORMAL survives a crash of the process only, and is there for measuring against others at equal terms).
 */
export function prepareDatabase(db: DatabaseSync, file: string, synchronous: Synchronous): void {
  db.exec(`PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
  const found = Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (found > SCHEMA_VERSION) {
    throw new AssayError('STORE_NEWER', `${file} has schema ${found}; this Assay knows up to ${SCHEMA_VERSION}`, {
      next: 'It was written by a newer Assay: use that one, or set ASSAY_HOME to another folder. Nothing was changed.',
    });
  }
  if (found < SCHEMA_VERSION) db.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS runs (
  run TEXT PRIMARY KEY,
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
CREATE TABLE IF NOT EXISTS events (
  run TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  v INTEGER NOT NULL,
  -- The first event of the append it came with: a fork cuts between appends, never inside one.
  batch INTEGER NOT NULL,
  data TEXT NOT NULL,
  chain TEXT NOT NULL,
  PRIMARY KEY (run, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run TEXT NOT NULL,
  at INTEGER NOT NULL,
  by TEXT NOT NULL,
  mail TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS mail_by_run ON mail (run, id);
`;
