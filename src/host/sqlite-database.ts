import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { type SqliteFault, sqliteFault } from './sqlite-fault.ts';

export interface SqliteOptions {
  readonly file: string;
  /** Run on each connection, before anything else. */
  readonly pragmas: string;
  /** Creates the tables, or migrates older ones; called at every opening. */
  schema(db: SqliteDatabase): void;
}

type Row = Record<string, SQLInputValue>;

/** A database other than the run log, with prepared statements and errors in our words. */
export class SqliteDatabase {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;

  constructor({ file, pragmas, schema }: SqliteOptions) {
    this.file = file;
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(file);
      this.#db = db;
      db.exec(pragmas);
      schema(this);
    } catch (thrown) {
      if (db?.isOpen) db.close();
      throw asDatabaseError(thrown, file);
    }
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#told(() => this.#prepare(sql).all(...values) as Row[]);
  }

  rows<S extends z.ZodType>(row: S, sql: string, ...values: SQLInputValue[]): z.infer<S>[] {
    return z.array(row).parse(this.all(sql, ...values));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#told(() => this.#prepare(sql).get(...values) as Row | undefined);
  }

  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number } {
    return this.#told(() => {
      const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    });
  }

  /** Several statements at once, none of them kept. */
  script(sql: string): void {
    this.#told(() => this.#db.exec(sql));
  }

  /** All of it or nothing, in one transaction; inside another transaction it becomes a part of that. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    return this.#told(() => {
      this.#db.exec('BEGIN IMMEDIATE');
      this.#depth += 1;
      try {
        const result = work();
        this.#db.exec('COMMIT');
        return result;
      } catch (thrown) {
        if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec('ROLLBACK');
        throw thrown;
      } finally {
        this.#depth -= 1;
      }
    });
  }

  /** Changes when another connection has written. */
  version(): number {
    return Number(this.get('PRAGMA data_version')?.data_version ?? 0);
  }

  get isOpen(): boolean {
    return this.#db.isOpen;
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

  #told<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      if (sqliteFault(thrown) === 'damaged') noteDamage(this.file);
      throw asDatabaseError(thrown, this.file);
    }
  }
}

export interface OpenedDatabase {
  readonly db: SqliteDatabase;
  /** Where an unreadable database was moved to; a new one was begun. */
  readonly setAside?: string;
}

/**
 * Opens a database that can be rebuilt: a damaged one is moved aside and a new one begun.
 * @param check also reads all of it at opening, where that is cheap compared to its use
 */
export function openOrBeginAgain(options: SqliteOptions, now: number, check = false): OpenedDatabase {
  const { file } = options;
  const seen = inode(file);
  try {
    if (seen !== null && damageNoted(file) === seen) throw new AssayError('STORE_CORRUPT', `${file} is damaged.`);
    const db = new SqliteDatabase(options);
    const state = check ? db.get('PRAGMA quick_check(1)')?.quick_check : 'ok';
    if (state === 'ok') return { db };
    db.close();
    throw new AssayError('STORE_CORRUPT', `${file}: ${String(state)}`);
  } catch (thrown) {
    if (!(thrown instanceof AssayError) || thrown.code !== 'STORE_CORRUPT') throw thrown;
    // Another process may have replaced it meanwhile: its new file is not the damaged one.
    const setAside = `${file}.damaged-${now}`;
    if (seen === null || inode(file) !== seen) return { db: new SqliteDatabase(options) };
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, setAside + end);
    rmSync(file + NOTE, { force: true });
    return { db: new SqliteDatabase(options), setAside };
  }
}

const NOTE = '.is-damaged';

/** Damage that shows only during use is repaired by the process that opens it next: others may have it open now. */
function noteDamage(file: string): void {
  try {
    writeFileSync(file + NOTE, String(inode(file)));
  } catch {
    // Then the next process finds the damage itself.
  }
}

const damageNoted = (file: string): number | null =>
  existsSync(file + NOTE) ? Number(readFileSync(file + NOTE, 'utf8')) : null;

const inode = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.ino ?? null;

function asDatabaseError(thrown: unknown, file: string): unknown {
  const fault = sqliteFault(thrown);
  if (fault === null || !(thrown instanceof Error)) return thrown;
  const { code, seen, next } = WORDS[fault];
  return new AssayError(code, `${file} ${seen} (${thrown.message})`, { next, cause: thrown });
}

interface FaultWords {
  readonly code: ConstructorParameters<typeof AssayError>[0];
  readonly seen: string;
  readonly next: string;
}

const WORDS: Readonly<Record<SqliteFault, FaultWords>> = {
  busy: { code: 'STORE_BUSY', seen: 'is locked by another process.', next: 'Try again in a moment.' },
  damaged: {
    code: 'STORE_CORRUPT',
    seen: 'is damaged.',
    next: 'Run the command again: the damaged file is set aside and a new one is created. No run is lost.',
  },
  full: { code: 'DISK_FULL', seen: 'has no room to grow.', next: 'Free some space, then try again.' },
  unwritable: {
    code: 'HOME_UNWRITABLE',
    seen: 'cannot be opened for writing.',
    next: 'Check the owner and mode of its folder, or set ASSAY_HOME to another one.',
  },
  disk: { code: 'STORE_FAILED', seen: 'could not be read or written.', next: 'Check the disk; then `assay doctor`.' },
  other: { code: 'STORE_FAILED', seen: 'refused.', next: '`assay doctor` checks it.' },
};
