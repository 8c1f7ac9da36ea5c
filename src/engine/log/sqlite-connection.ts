import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { GroupCommit } from './group-commit.ts';
import { asStoreError } from './sqlite-errors.ts';
import { prepareDatabase, reserveLog, type Synchronous } from './sqlite-schema.ts';

/** One open database: prepared statements, writes grouped into commits, errors in our words. */
export class SqliteConnection {
  readonly file: string;
  readonly #db: DatabaseSync;
  readonly #commit: GroupCommit;
  readonly #statements = new Map<string, StatementSync>();
  #writes = 0;
  #reserved = false;

  /** `rolledBack` is called if a commit failed and none of it was written. */
  constructor(file: string, synchronous: Synchronous, rolledBack: () => void) {
    this.file = file;
    try {
      this.#db = new DatabaseSync(file);
      prepareDatabase(this.#db, file, synchronous);
    } catch (thrown) {
      throw asStoreError(thrown, file);
    }
    this.#commit = new GroupCommit(this.#db, (thrown) => {
      rolledBack();
      return asStoreError(thrown, file);
    });
  }

  sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const prepared = this.#db.prepare(text);
    this.#statements.set(text, prepared);
    return prepared;
  }

  /** Work that throws one of our errors must have written nothing yet. Resolves when durable. */
  async write<T>(work: () => T): Promise<T> {
    const result = await this.#commit.run(work);
    this.#writes += 1;
    return result;
  }

  read<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      throw asStoreError(thrown, this.file);
    }
  }

  /** Only processes that drive runs need a large write-ahead file; a full disk is no reason to fail here. */
  reserve(): void {
    if (this.#reserved) return;
    this.#reserved = true;
    try {
      reserveLog(this.#db, this.file);
    } catch {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    }
  }

  /** `data_version` changes when another connection writes; our own writes are counted here. */
  version(): number {
    const theirs = this.read(() => Number(this.sql('PRAGMA data_version').get()?.data_version ?? 0));
    return theirs * 1_000_003 + this.#writes;
  }

  pragma(name: string): unknown {
    return this.#db.prepare(`PRAGMA ${name}`).get()?.[name];
  }

  /** A limit on the file's size, beyond which writing fails as on a full disk. */
  limitPages(pages: number): void {
    this.#db.exec(`PRAGMA max_page_count = ${Math.trunc(pages)}`);
  }

  close(): void {
    this.#commit.flush();
    if (this.#db.isOpen) this.#db.close();
  }
}
