import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { AssayError } from '#contracts/errors.ts';
import { RawEvent } from '#contracts/event.ts';
import { MailId, type RunId, Seq, type WorkerId } from '#contracts/ids.ts';
import { Mail, StoredMail } from '#contracts/mail.ts';
import { type NewEvent, newEvent, type RunEvent, readRunEvent } from '#contracts/run-events.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import type { AppendOptions, LeaseAnswer, LeaseOptions, LeaseToken, RunFilter, RunStore } from '#contracts/store.ts';
import { CHAIN_START, chainHash } from './chain.ts';
import { type Encoded, encodeEvents } from './encode.ts';
import { GroupCommit } from './group-commit.ts';
import { asStoreError } from './sqlite-errors.ts';
import { CopiedRow, EventRow, HeaderRow, LeaseRow, MailRow } from './sqlite-rows.ts';
import { prepareDatabase, type Synchronous } from './sqlite-schema.ts';
import { appendConflict, leaseLost, runExists, runUnknown } from './store-errors.ts';

export interface SqliteStoreOptions {
  readonly file: string;
  readonly now?: () => number;
  readonly synchronous?: Synchronous;
}

const PAGE = 1000;

/** Logs in one SQLite file, durable to power loss. Several processes may use it at once. */
export class SqliteStore implements RunStore {
  readonly #file: string;
  readonly #db: DatabaseSync;
  readonly #now: () => number;
  readonly #commit: GroupCommit;
  readonly #statements = new Map<string, StatementSync>();
  #writes = 0;

  constructor({ file, now = Date.now, synchronous = 'FULL' }: SqliteStoreOptions) {
    this.#file = file;
    this.#now = now;
    try {
      this.#db = new DatabaseSync(file);
      prepareDatabase(this.#db, file, synchronous);
    } catch (thrown) {
      throw asStoreError(thrown, file);
    }
    this.#commit = new GroupCommit(this.#db, (thrown) => asStoreError(thrown, file));
  }

  create(run: RunId, events: readonly NewEvent[], at: number, worker: WorkerId, ms: number): Promise<LeaseToken> {
    return this.#write(() => {
      if (this.#head(run)) throw runExists(run);
      this.#insertRun(run, encodeEvents(events, { at, after: 0, chain: CHAIN_START, header: null }));
      return this.#takeLease(run, worker, ms, 0);
    });
  }

  append(
    lease: LeaseToken,
    after: Seq,
    events: readonly NewEvent[],
    at: number,
    { consume = [] }: AppendOptions = {},
  ): Promise<Seq> {
    const { run } = lease;
    return this.#write(() => {
      const found = this.#head(run);
      if (!found) throw runUnknown(run);
      if (found.lease_epoch !== lease.epoch) throw leaseLost(lease);
      if (found.head !== after) throw appendConflict(run, after, found.head);
      const encoded = encodeEvents(events, { at, after, chain: found.chain, header: found.header });
      this.#insertEvents(run, encoded);
      this.#sql('UPDATE runs SET status = ?, head = ?, chain = ?, header = ? WHERE run = ?').run(
        encoded.header.status,
        encoded.header.head,
        encoded.chain,
        JSON.stringify(encoded.header),
        run,
      );
      for (const id of consume) this.#sql('DELETE FROM mail WHERE id = ? AND run = ?').run(Number(id), run);
      return encoded.header.head;
    });
  }

  async *read(run: RunId, from: Seq = Seq.parse(1)): AsyncIterable<RunEvent> {
    const known = this.#guard(() => this.#head(run));
    if (!known) throw runUnknown(run);
    let chain = from > 1 ? this.#chainAt(run, from - 1) : CHAIN_START;
    for (let next: number = from; ; ) {
      const rows = this.#guard(() =>
        this.#sql('SELECT seq, at, type, v, data, chain FROM events WHERE run = ? AND seq >= ? ORDER BY seq LIMIT ?')
          .all(run, next, PAGE)
          .map((row) => EventRow.parse(row)),
      );
      for (const row of rows) {
        const expected = chainHash(chain, row);
        if (row.seq !== next || expected !== row.chain) throw tampered(run, next);
        chain = expected;
        next += 1;
        yield eventOf(row);
      }
      if (rows.length === PAGE) continue;
      if (next <= known.head) throw tampered(run, next);
      return;
    }
  }

  async list({ session, status, after, limit = -1 }: RunFilter = {}): Promise<ListedRun[]> {
    const where: string[] = [];
    const values: (string | number)[] = [];
    if (session !== undefined) where.push('session = ?') && values.push(session);
    if (status) where.push(`status IN (${status.map(() => '?').join(',')})`) && values.push(...status);
    if (after !== undefined) {
      where.push('(created_at, run) < (SELECT created_at, run FROM runs WHERE run = ?)');
      values.push(after);
    }
    const condition = where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
    const sql = `SELECT header, lease_epoch, lease_worker, lease_expires FROM runs ${condition} ORDER BY created_at DESC, run DESC LIMIT ?`;
    return this.#guard(() =>
      this.#sql(sql)
        .all(...values, limit)
        .map(listed),
    );
  }

  async header(run: RunId): Promise<ListedRun | null> {
    const sql = 'SELECT header, lease_epoch, lease_worker, lease_expires FROM runs WHERE run = ?';
    const row = this.#guard(() => this.#sql(sql).get(run));
    return row ? listed(row) : null;
  }

  fork(run: RunId, seq: Seq, into: RunId, at: number): Promise<void> {
    return this.#write(() => {
      if (this.#head(into)) throw runExists(into);
      const rows = this.#sql(
        `SELECT seq, at, type, v, data, chain, batch FROM events WHERE run = ? AND batch <=
           (SELECT batch FROM events WHERE run = ? AND seq = ?) ORDER BY seq`,
      )
        .all(run, run, seq)
        .map((row) => CopiedRow.parse(row));
      const last = rows.at(-1);
      if (!last) throw new AssayError('RUN_UNKNOWN', `run ${run} has no event ${seq}`);
      const base = encodeEvents(rows.map(eventOf), { at, after: 0, chain: CHAIN_START, header: null, copied: rows });
      const forked = newEvent('run.forked', { run: into, from: run, seq: Seq.parse(last.seq) });
      const tail = encodeEvents([forked], { at, after: last.seq, chain: base.chain, header: base.header });
      this.#insertRun(into, { ...tail, rows: [...base.rows, ...tail.rows] });
    });
  }

  lease(run: RunId, worker: WorkerId, ms: number, { isGone }: LeaseOptions = {}): Promise<LeaseAnswer> {
    return this.#write(() => {
      const found = this.#head(run);
      if (!found) throw runUnknown(run);
      const holder = found.lease;
      if (holder && holder.expiresAt > this.#now() && holder.worker !== worker && !isGone?.(holder.worker)) {
        return { ok: false, holder };
      }
      return { ok: true, token: this.#takeLease(run, worker, ms, found.lease_epoch) };
    });
  }

  renew({ run, epoch }: LeaseToken, ms: number): Promise<boolean> {
    const sql = 'UPDATE runs SET lease_expires = ? WHERE run = ? AND lease_epoch = ? AND lease_worker IS NOT NULL';
    return this.#write(() => this.#sql(sql).run(this.#now() + ms, run, epoch).changes === 1);
  }

  release({ run, epoch }: LeaseToken): Promise<void> {
    const sql =
      'UPDATE runs SET lease_worker = NULL, lease_expires = NULL, lease_epoch = lease_epoch + 1 WHERE run = ? AND lease_epoch = ?';
    return this.#write(() => void this.#sql(sql).run(run, epoch));
  }

  post(run: RunId, mail: Mail, by: string, at: number): Promise<MailId> {
    return this.#write(() => {
      if (!this.#head(run)) throw runUnknown(run);
      const { lastInsertRowid } = this.#sql('INSERT INTO mail (run, at, by, mail) VALUES (?, ?, ?, ?)').run(
        run,
        at,
        by,
        JSON.stringify(mail),
      );
      return MailId.parse(String(lastInsertRowid));
    });
  }

  async mail(run: RunId): Promise<StoredMail[]> {
    const rows = this.#guard(() => this.#sql('SELECT id, at, by, mail FROM mail WHERE run = ? ORDER BY id').all(run));
    return rows.map((row) => {
      const { id, at, by, mail } = MailRow.parse(row);
      return StoredMail.parse({ id: String(id), at, by, mail: Mail.parse(JSON.parse(mail)) });
    });
  }

  /** `data_version` moves when another connection writes; our own writes are counted here. */
  version(): number {
    const theirs = this.#guard(() => Number(this.#sql('PRAGMA data_version').get()?.data_version ?? 0));
    return theirs * 1_000_003 + this.#writes;
  }

  /** What the database really runs under; for `assay doctor` and the benchmarks. */
  pragmas(): { readonly journal_mode: unknown; readonly synchronous: unknown } {
    const read = (name: string) => this.#db.prepare(`PRAGMA ${name}`).get()?.[name];
    return { journal_mode: read('journal_mode'), synchronous: read('synchronous') };
  }

  /** A ceiling on the file's size, beyond which writing fails as on a full disk. */
  limitPages(pages: number): void {
    this.#db.exec(`PRAGMA max_page_count = ${Math.trunc(pages)}`);
  }

  async close(): Promise<void> {
    this.#commit.flush();
    if (this.#db.isOpen) this.#db.close();
  }

  async #write<T>(work: () => T): Promise<T> {
    const result = await this.#commit.run(work);
    this.#writes += 1;
    return result;
  }

  #head(run: RunId): LeaseRow | undefined {
    const sql = 'SELECT head, chain, header, lease_epoch, lease_worker, lease_expires FROM runs WHERE run = ?';
    const row = this.#sql(sql).get(run);
    return row ? LeaseRow.parse(row) : undefined;
  }

  #takeLease(run: RunId, worker: WorkerId, ms: number, before: number): LeaseToken {
    const epoch = before + 1;
    const sql = 'UPDATE runs SET lease_worker = ?, lease_expires = ?, lease_epoch = ? WHERE run = ?';
    this.#sql(sql).run(worker, this.#now() + ms, epoch, run);
    return { run, worker, epoch };
  }

  #insertRun(run: RunId, encoded: Encoded): void {
    const { header, chain } = encoded;
    this.#sql(
      'INSERT INTO runs (run, session, status, created_at, head, chain, header) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(run, header.session, header.status, header.createdAt, header.head, chain, JSON.stringify(header));
    this.#insertEvents(run, encoded);
  }

  #insertEvents(run: RunId, { rows }: Encoded): void {
    const insert = this.#sql(
      'INSERT INTO events (run, seq, at, type, v, batch, data, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    for (const { seq, at, type, v, batch, data, chain } of rows) insert.run(run, seq, at, type, v, batch, data, chain);
  }

  #chainAt(run: RunId, seq: number): string {
    const row = this.#guard(() => this.#sql('SELECT chain FROM events WHERE run = ? AND seq = ?').get(run, seq));
    return typeof row?.chain === 'string' ? row.chain : CHAIN_START;
  }

  #guard<T>(read: () => T): T {
    try {
      return read();
    } catch (thrown) {
      throw asStoreError(thrown, this.#file);
    }
  }

  #sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const prepared = this.#db.prepare(text);
    this.#statements.set(text, prepared);
    return prepared;
  }
}

const eventOf = (row: EventRow): RunEvent => readRunEvent(RawEvent.parse({ ...row, data: JSON.parse(row.data) }));

function listed(row: unknown): ListedRun {
  const { header, lease } = HeaderRow.parse(row);
  return { ...header, lease };
}

const tampered = (run: RunId, seq: number): AssayError =>
  new AssayError('LOG_TAMPERED', `event ${seq} of run ${run} is missing or not what was written`, {
    next: `Everything before it is sound: \`assay runs fork ${run} --at ${seq - 1}\` goes on from there.`,
  });
