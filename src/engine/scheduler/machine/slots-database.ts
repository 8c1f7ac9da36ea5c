import { openOrBeginAgain, type SqliteDatabase } from '#host/sqlite-database.ts';

/**
 * Who runs and who waits on this machine. Beside the log's database, not in it: nothing here outlives the processes
 * that wrote it, so no commit waits for the disk, no schema is migrated, and a damaged one is recreated.
 */
export const openSlots = (file: string, now: number): SqliteDatabase =>
  openOrBeginAgain(
    {
      file,
      pragmas: 'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;',
      schema: (db) => db.transaction(() => db.script(SCHEMA)),
    },
    now,
  ).db;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS workers (worker TEXT PRIMARY KEY, beat INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS slots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pool TEXT NOT NULL,
  worker TEXT NOT NULL,
  session TEXT NOT NULL,
  run TEXT NOT NULL,
  lane INTEGER NOT NULL,
  type TEXT NOT NULL,
  since INTEGER NOT NULL,
  held INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS slots_by_pool ON slots (pool, held, id);
CREATE INDEX IF NOT EXISTS slots_by_worker ON slots (worker, held);
CREATE TABLE IF NOT EXISTS turns (pool TEXT NOT NULL, key TEXT NOT NULL, turn INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (pool, key));
CREATE TABLE IF NOT EXISTS counters (pool TEXT PRIMARY KEY, turn INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS caps (pool TEXT PRIMARY KEY, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS waits (pool TEXT NOT NULL, lane INTEGER NOT NULL, granted INTEGER NOT NULL,
  sum_ms INTEGER NOT NULL, max_ms INTEGER NOT NULL, PRIMARY KEY (pool, lane));
`;
