import type { AssayError } from '#contracts/errors.ts';
import { type MailId, type RunId, Seq, type WorkerId } from '#contracts/ids.ts';
import type { Mail, StoredMail } from '#contracts/mail.ts';
import type { NewEvent, RunEvent } from '#contracts/run-events.ts';
import type { ListedRun, RunHeader } from '#contracts/run-header.ts';
import type {
  AppendOptions,
  LeaseAnswer,
  LeaseOptions,
  LeaseToken,
  RunFilter,
  RunStore,
  StoreChange,
  StoreListener,
} from '#contracts/store.ts';
import { isUnrenewed } from '#contracts/store.ts';
import { AppendRows } from './append-rows.ts';
import { CHAIN_START, chainHash } from './chain.ts';
import { DecodedRows } from './decoded-rows.ts';
import { encodeAppend, type LogPlace } from './encode.ts';
import { ForeignWrites } from './foreign-writes.ts';
import { forkAppends } from './fork-appends.ts';
import { listedHeader } from './listed-header.ts';
import { Listeners } from './listeners.ts';
import { MailRows } from './mail-rows.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { type EntryRow, HeadRow, ListedRow } from './sqlite-rows.ts';
import type { Synchronous } from './sqlite-schema.ts';
import { appendConflict, leaseLost, runExists, runHeld, runUnknown, tampered } from './store-errors.ts';

export interface SqliteStoreOptions {
  readonly file: string;
  readonly now?: () => number;
  readonly synchronous?: Synchronous;
}

/** Logs in one SQLite file, durable to power loss. Several processes may use it at once. */
export class SqliteStore implements RunStore {
  readonly #db: SqliteConnection;
  readonly #rows: AppendRows;
  readonly #mail: MailRows;
  readonly #decoded = new DecodedRows();
  readonly #listeners = new Listeners();
  readonly #foreign: ForeignWrites;
  readonly #now: () => number;
  /** The heads of runs leased by this process. Only a hint: the database decides whether they still hold. */
  readonly #places = new Map<RunId, LogPlace & { readonly no: number }>();

  constructor({ file, now = Date.now, synchronous = 'FULL' }: SqliteStoreOptions) {
    this.#now = now;
    this.#db = new SqliteConnection(file, synchronous, () => this.#places.clear());
    this.#rows = new AppendRows(this.#db);
    this.#mail = new MailRows(this.#db);
    this.#foreign = new ForeignWrites(
      file,
      () => this.#db.version(),
      () => this.#listeners.tell(null),
    );
  }

  create(run: RunId, events: readonly NewEvent[], at: number, worker: WorkerId, ms: number): Promise<LeaseToken> {
    this.#db.reserve();
    return this.#write({ run, what: 'log' }, () => {
      if (this.#head(run)) throw runExists(run);
      const first = encodeAppend(events, at, { after: 0, chain: CHAIN_START, header: null });
      this.#rows.insertRun(run, first, [first]);
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
    return this.#write({ run, what: 'log' }, () => {
      const place = this.#placeFor(lease, after);
      // A letter may lead to nothing. The chain covers rows, and there is no row then.
      if (events.length === 0) return this.#consume(lease, after, consume);
      const row = encodeAppend(events, at, place);
      const { header, chain } = row;
      const sql =
        'UPDATE runs SET status = ?, head = ?, chain = ?, header = ? WHERE run = ? AND head = ? AND lease_epoch = ?';
      const values = [header.status, header.head, chain, JSON.stringify(header), run, after, lease.epoch];
      if (this.#db.sql(sql).run(...values).changes !== 1) throw this.#refusal(lease, after);
      this.#rows.insertAppend(place.no, row);
      this.#mail.remove(run, consume);
      this.#places.set(run, { no: place.no, after: header.head, chain, header });
      return header.head;
    });
  }

  async *read(run: RunId, from: Seq = Seq.parse(1)): AsyncIterable<RunEvent> {
    const known = this.#db.read(() => this.#head(run));
    if (!known) throw runUnknown(run);
    let { next, chain } = this.#rows.startOf(known.no, from);
    while (next <= known.head) {
      const rows = this.#db.read(() => this.#rows.appendsFrom(known.no, next));
      if (rows.length === 0) throw tampered(run, next);
      for (const row of rows) {
        if (row.seq !== next || chainHash(chain, row) !== row.chain) throw tampered(run, next);
        ({ chain } = row);
        next += row.count;
        for (const event of this.#decoded.eventsOf(row)) if (event.seq >= from) yield event;
      }
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
    const sql = `SELECT ${LISTED} FROM runs ${condition} ORDER BY created_at DESC, run DESC LIMIT ?`;
    return this.#db.read(() =>
      this.#db
        .sql(sql)
        .all(...values, limit)
        .map((row) => this.#listed(row)),
    );
  }

  async header(run: RunId): Promise<ListedRun | null> {
    return this.#db.read(() => {
      const row = this.#db.sql(`SELECT ${LISTED} FROM runs WHERE run = ?`).get(run);
      return row ? this.#listed(row) : null;
    });
  }

  fork(run: RunId, seq: Seq, into: RunId, at: number): Promise<void> {
    return this.#write({ run: into, what: 'log' }, () => {
      if (this.#head(into)) throw runExists(into);
      const source = this.#head(run);
      if (!source) throw runUnknown(run);
      const [last, all] = forkAppends(this.#rows.upTo(source.no, seq), { run, seq, into, at });
      this.#rows.insertRun(into, last, all);
    });
  }

  remove(run: RunId, { isGone }: LeaseOptions = {}): Promise<void> {
    return this.#write({ run, what: 'log' }, () => {
      const found = this.#head(run);
      if (!found) throw runUnknown(run);
      if (found.lease && found.lease.expiresAt > this.#now() && !isGone?.(found.lease.worker)) throw runHeld(run);
      this.#rows.remove(run, found.no);
      this.#places.delete(run);
    });
  }

  pin(run: RunId, isPinned: boolean): Promise<void> {
    return this.#write({ run, what: 'log' }, () => {
      const { changes } = this.#db.sql('UPDATE runs SET pinned = ? WHERE run = ?').run(isPinned ? 1 : 0, run);
      if (changes !== 1) throw runUnknown(run);
    });
  }

  lease(run: RunId, worker: WorkerId, ms: number, { isGone, unrenewed }: LeaseOptions = {}): Promise<LeaseAnswer> {
    this.#db.reserve();
    return this.#write({ run, what: 'lease' }, () => {
      const found = this.#head(run);
      if (!found) throw runUnknown(run);
      const holder = found.lease;
      if (holder && holder.expiresAt > this.#now() && !isGone?.(holder.worker) && !isUnrenewed(holder, unrenewed)) {
        return { ok: false, holder };
      }
      return { ok: true, token: this.#takeLease(run, worker, ms, found.epoch) };
    });
  }

  renew({ run, epoch }: LeaseToken, ms: number): Promise<boolean> {
    const sql = 'UPDATE runs SET lease_expires = ? WHERE run = ? AND lease_epoch = ? AND lease_worker IS NOT NULL';
    return this.#db.write(() => this.#db.sql(sql).run(this.#now() + ms, run, epoch).changes === 1);
  }

  release({ run, epoch }: LeaseToken): Promise<void> {
    const sql =
      'UPDATE runs SET lease_worker = NULL, lease_expires = NULL, lease_epoch = lease_epoch + 1 WHERE run = ? AND lease_epoch = ?';
    return this.#write({ run, what: 'lease' }, () => {
      this.#places.delete(run);
      this.#db.sql(sql).run(run, epoch);
    });
  }

  postMail(run: RunId, mail: Mail, by: string, at: number): Promise<MailId> {
    return this.#write({ run, what: 'mail' }, () => {
      if (!this.#head(run)) throw runUnknown(run);
      return this.#mail.insert(run, mail, by, at);
    });
  }

  async mail(run: RunId): Promise<StoredMail[]> {
    return this.#mail.of(run);
  }

  watch(listener: StoreListener): () => void {
    const stop = this.#listeners.add(listener);
    this.#foreign.start();
    return () => {
      stop();
      if (this.#listeners.size === 0) this.#foreign.stop();
    };
  }

  /** Changes with every write; for tests that wait until nothing changes. */
  version(): number {
    return this.#db.version();
  }

  /** The settings that the database really runs under; for `assay doctor` and the benchmarks. */
  pragmas(): { readonly journal_mode: unknown; readonly synchronous: unknown } {
    return { journal_mode: this.#db.pragma('journal_mode'), synchronous: this.#db.pragma('synchronous') };
  }

  limitPages(pages: number): void {
    this.#db.limitPages(pages);
  }

  async close(): Promise<void> {
    this.#foreign.stop();
    this.#db.close();
  }

  async #write<T>(change: StoreChange, work: () => T): Promise<T> {
    const result = await this.#db.write(work);
    this.#listeners.tell(change);
    return result;
  }

  #head(run: RunId): HeadRow | undefined {
    const row = this.#db.sql(`SELECT ${LISTED}, chain FROM runs WHERE run = ?`).get(run);
    return row ? HeadRow.parse(row) : undefined;
  }

  #listed(row: unknown): ListedRun {
    const { entry, lease, pinned } = ListedRow.parse(row);
    return { ...this.#header(entry), lease, ...(pinned && { pinned }) };
  }

  #header(entry: EntryRow): RunHeader {
    return listedHeader(entry, () => this.#rows.upTo(entry.no, Seq.parse(Math.max(1, entry.head))));
  }

  #placeFor(lease: LeaseToken, after: Seq): LogPlace & { readonly no: number } {
    const known = this.#places.get(lease.run);
    if (known?.after === after) return known;
    const found = this.#head(lease.run);
    if (found?.head !== after || found.epoch !== lease.epoch) throw this.#refusal(lease, after);
    return { no: found.no, after: found.head, chain: found.chain, header: this.#header(found.entry) };
  }

  #consume(lease: LeaseToken, after: Seq, mail: readonly MailId[]): Seq {
    const found = this.#head(lease.run);
    if (found?.head !== after || found.epoch !== lease.epoch) throw this.#refusal(lease, after);
    this.#mail.remove(lease.run, mail);
    return after;
  }

  #refusal(lease: LeaseToken, after: Seq): AssayError {
    this.#places.delete(lease.run);
    const found = this.#head(lease.run);
    if (!found) return runUnknown(lease.run);
    return found.epoch === lease.epoch ? appendConflict(lease.run, after, found.head) : leaseLost(lease);
  }

  #takeLease(run: RunId, worker: WorkerId, ms: number, before: number): LeaseToken {
    const epoch = before + 1;
    const sql = 'UPDATE runs SET lease_worker = ?, lease_expires = ?, lease_epoch = ? WHERE run = ?';
    this.#db.sql(sql).run(worker, this.#now() + ms, epoch, run);
    return { run, worker, epoch };
  }
}

const LISTED = 'no, run, session, status, created_at, head, header, pinned, lease_epoch, lease_worker, lease_expires';
