import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { AssayError } from '#contracts/errors.ts';
import { MIGRATIONS } from './schema.ts';

type Row = Record<string, SQLInputValue>;

/** One open knowledge database: WAL, so that readers never wait for the writer; statements prepared once. */
export class Connection {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;

  constructor(file: string) {
    this.file = file;
    try {
      this.#db = new DatabaseSync(file);
      this.#db.exec(
        'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY;',
      );
      this.#migrate();
    } catch (thrown) {
      throw asStoreError(thrown, file);
    }
  }

  #migrate(): void {
    const version = (): number => Number(this.#db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (version() > MIGRATIONS.length) {
      throw new AssayError(
        'STORE_NEWER',
        `${this.file} has schema ${version()}; this Assay knows up to ${MIGRATIONS.length}`,
        { next: 'It was written by a newer Assay: use that one. Nothing was changed.' },
      );
    }
    if (version() === MIGRATIONS.length) return;
    this.batch(() => {
      // Another process may have done it while this one waited for the lock.
      for (let at = version(); at < MIGRATIONS.length; at += 1) {
        this.#db.exec(MIGRATIONS[at] ?? '');
        this.#db.exec(`PRAGMA user_version = ${at + 1}`);
      }
    });
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#read(() => this.#prepare(sql).all(...values) as Row[]);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#read(() => this.#prepare(sql).get(...values) as Row | undefined);
  }

  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number } {
    return this.#read(() => {
      const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    });
  }

  /** All of it or nothing, in one transaction; inside another it is a part of that one. */
  batch<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#db.exec('BEGIN IMMEDIATE');
    this.#depth += 1;
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (thrown) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw asStoreError(thrown, this.file);
    } finally {
      this.#depth -= 1;
    }
  }

  /** Moves when another connection has written. */
  version(): number {
    return Number(this.get('PRAGMA data_version')?.data_version ?? 0);
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = this.#db.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #read<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      throw asStoreError(thrown, this.file);
    }
  }
}

export interface Opened {
  readonly connection: Connection;
  /** Where a database that could not be read was put; a new one was begun. */
  readonly setAside?: string;
}

/** Opens the database. One that is damaged is kept aside and a new one begun: what it held can be indexed again. */
export function openConnection(file: string, now: number): Opened {
  try {
    const connection = new Connection(file);
    const state = connection.get('PRAGMA quick_check(1)')?.quick_check;
    if (state === 'ok') return { connection };
    connection.close();
    throw new AssayError('STORE_CORRUPT', `${file}: ${String(state)}`);
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code !== 'STORE_CORRUPT' || !existsSync(file)) throw thrown;
    const setAside = `${file}.damaged-${now}`;
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, setAside + end);
    return { connection: new Connection(file), setAside };
  }
}

function asStoreError(thrown: unknown, file: string): unknown {
  if (!(thrown instanceof Error) || thrown instanceof AssayError || !('errcode' in thrown)) return thrown;
  const code = Number(thrown.errcode) & 0xff;
  const told = { cause: thrown };
  if (code === 5 || code === 6) {
    return new AssayError('STORE_BUSY', `${file} is locked by another process.`, { ...told, next: 'Try again.' });
  }
  if (code === 11 || code === 26) return new AssayError('STORE_CORRUPT', `${file} is damaged: ${thrown.message}`, told);
  if (code === 13) return new AssayError('DISK_FULL', `No room left for ${file}.`, told);
  return new AssayError('STORE_FAILED', `${file}: ${thrown.message}`, told);
}
