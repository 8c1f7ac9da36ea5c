import { type OpenedDatabase, openOrBeginAgain } from '#host/sqlite-database.ts';

/**
 * People's notes about conversations, and an index of their text. Beside the log's database: the notes are not part of
 * any log, and the index can be rebuilt.
 */
export const openSessionsDatabase = (file: string, now: number): OpenedDatabase =>
  openOrBeginAgain(
    {
      file,
      pragmas: 'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
      schema: (db) => db.transaction(() => db.script(SCHEMA)),
    },
    now,
  );

const SCHEMA = `
CREATE TABLE IF NOT EXISTS notes (run TEXT PRIMARY KEY, note TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS indexed (run TEXT PRIMARY KEY, head INTEGER NOT NULL, folder TEXT);
CREATE VIRTUAL TABLE IF NOT EXISTS said USING fts5(text, run UNINDEXED, turn UNINDEXED, by UNINDEXED, at UNINDEXED,
  tokenize = "unicode61 remove_diacritics 2");
`;
