import type { RunId, Seq } from '#contracts/ids.ts';
import { CHAIN_START } from './chain.ts';
import type { Encoded } from './encode.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { type AppendRow, appendIn } from './sqlite-rows.ts';
import { RUN_STRIDE } from './sqlite-schema.ts';

const PAGE = 500;

/** The rows of the logs: one for each append, numbered by run and event. */
export class AppendRows {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  insertRun(run: RunId, { header, chain }: Encoded, appends: readonly Encoded[]): void {
    const { session, status, createdAt, head } = header;
    const { lastInsertRowid } = this.#db
      .sql('INSERT INTO runs (run, session, status, created_at, head, chain, header) VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(run, session, status, createdAt, head, chain, JSON.stringify(header));
    for (const append of appends) this.insertAppend(Number(lastInsertRowid), append);
  }

  insertAppend(no: number, { seq, count, at, body, chain }: Encoded): void {
    const sql = 'INSERT INTO appends (id, count, at, body, chain) VALUES (?, ?, ?, ?, ?)';
    this.#db.sql(sql).run(idOf(no, seq), count, at, body, chain);
  }

  appendsFrom(no: number, seq: number): AppendRow[] {
    const sql = 'SELECT id, count, at, body, chain FROM appends WHERE id >= ? AND id < ? ORDER BY id LIMIT ?';
    return this.#db
      .sql(sql)
      .all(idOf(no, seq), idOf(no + 1, 0), PAGE)
      .map(appendIn);
  }

  /** The append that contains an event, and the chain before it. */
  startOf(no: number, from: Seq): { next: number; chain: string } {
    const sql = 'SELECT id, count, at, body, chain FROM appends WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT 2';
    const found = this.#db.read(() => this.#db.sql(sql).all(idOf(no, 0), idOf(no, from)));
    const rows = found.map(appendIn);
    return { next: rows[0]?.seq ?? 1, chain: rows[1]?.chain ?? CHAIN_START };
  }

  /** All appends of a run up to the one that contains this event. */
  upTo(no: number, seq: Seq): AppendRow[] {
    return this.#db
      .sql('SELECT id, count, at, body, chain FROM appends WHERE id > ? AND id <= ? ORDER BY id')
      .all(idOf(no, 0), idOf(no, seq))
      .map(appendIn);
  }

  /** Everything that is stored of a run. */
  remove(run: RunId, no: number): void {
    this.#db.sql('DELETE FROM appends WHERE id >= ? AND id < ?').run(idOf(no, 0), idOf(no + 1, 0));
    this.#db.sql('DELETE FROM mail WHERE run = ?').run(run);
    this.#db.sql('DELETE FROM runs WHERE no = ?').run(no);
  }
}

const idOf = (no: number, seq: number): number => no * RUN_STRIDE + seq;
