import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { asStoreError } from '#engine/log/sqlite-errors.ts';

/**
 * What people note about conversations, and an index of what was said in them. Beside the log's database: the notes are no
 * part of any log, and the index can be made again from them.
 */
export class SessionsDatabase {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.file = file;
    try {
      this.#db = new DatabaseSync(file);
      this.#db.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
      this.#db.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
    } catch (thrown) {
      throw asStoreError(thrown, file);
    }
  }

  /** All of it or nothing, and nobody else in between. */
  transaction<T>(work: () => T): T {
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (thrown) {
      if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw asStoreError(thrown, this.file);
    }
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): unknown[] {
    try {
      return this.#statement(sql).all(...values);
    } catch (thrown) {
      throw asStoreError(thrown, this.file);
    }
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = this.#db.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS notes (run TEXT PRIMARY KEY, note TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS indexed (run TEXT PRIMARY KEY, head INTEGER NOT NULL, folder TEXT);
CREATE VIRTUAL TABLE IF NOT EXISTS said USING fts5(text, run UNINDEXED, turn UNINDEXED, by UNINDEXED, at UNINDEXED,
  tokenize = "unicode61 remove_diacritics 2");
`;
