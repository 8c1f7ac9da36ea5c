import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { asStoreError } from '../../log/sqlite-errors.ts';

/**
 * Who runs and who waits on this machine. Beside the log's database, not in it: nothing here outlives the processes that
 * wrote it, so no commit waits for the disk and no schema is migrated: one that does not fit is begun anew.
 */
export class SlotsDatabase {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.file = file;
    try {
      this.#db = new DatabaseSync(file);
      this.#db.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
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

  run(sql: string, ...values: (string | number)[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  rows<S extends z.ZodType>(row: S, sql: string, ...values: (string | number)[]): z.infer<S>[] {
    return z.array(row).parse(this.#statement(sql).all(...values));
  }

  /** Moves when another process has written. */
  version(): number {
    return Number(this.#statement('PRAGMA data_version').get()?.data_version ?? 0);
  }

  get isOpen(): boolean {
    return this.#db.isOpen;
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
