import { z } from 'zod';
import type { Clock } from '#contracts/clock.ts';
import type { WorkerId } from '#contracts/ids.ts';
import { LANES, type RateLimitObservation, type SchedulerLimits, type SlotRequest } from '#contracts/scheduling.ts';
import type { SqliteDatabase } from '#host/sqlite-database.ts';
import { type AdaptiveCap, adaptCap, DEFAULT_RULE, startCap } from '../adaptive-limits.ts';
import { capOf } from '../limits.ts';
import { chooseNext, lineKey, runKey, sessionKey, type WaitingRow } from './choose-next.ts';
import { openSlots } from './slots-database.ts';

export interface MachineSlotsOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly worker: WorkerId;
  /** Says whether another worker is certainly dead. */
  readonly isGone: (worker: WorkerId) => boolean;
  /** The limits of a pool. */
  readonly limits: (pool: string) => SchedulerLimits;
}

/** A worker whose state cannot be queried counts as dead after this time without a sign of life. */
export const SILENT_MS = 60_000;

/**
 * The slots of this machine, shared by all processes over one database. The process that changes something decides for
 * all: a free slot is granted to the next in turn, in whatever process. That process finds it with `mine`.
 */
export class MachineSlots {
  readonly #options: MachineSlotsOptions;
  readonly #db: SqliteDatabase;

  constructor(options: MachineSlotsOptions) {
    this.#options = options;
    this.#db = openSlots(options.file, options.clock.now());
  }

  get file(): string {
    return this.#options.file;
  }

  /** Requests a slot. `full`: the session has as many waiting as it may. */
  enter(pool: string, work: SlotRequest): number | 'full' {
    return this.#db.transaction(() => {
      this.#beat();
      const waiting = this.#count('pool = ? AND held = 0 AND session = ?', pool, work.session);
      if (waiting >= this.#options.limits(pool).queuePerSession) return 'full';
      const id = this.#insert(pool, work, 0);
      this.#decide(pool);
      return id;
    });
  }

  /** Releases a slot, or leaves the queue. */
  leave(pool: string, id: number): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM slots WHERE id = ?', id);
      this.#decide(pool);
    });
  }

  /** Maintains the pools: slots of dead processes are released and granted again. */
  tend(pools: Iterable<string>): void {
    this.#db.transaction(() => {
      this.#beat();
      for (const pool of pools) this.#decide(pool);
    });
  }

  /** The turn in which a request was granted; 0 while it waits, undefined when it is gone. */
  turnOf(id: number): number | undefined {
    return this.#db.rows(Mine, 'SELECT id, held FROM slots WHERE id = ?', id)[0]?.held;
  }

  /** The requests of this process by id: 0 while one waits, then the number of the turn in which it was granted. */
  mine(): ReadonlyMap<number, number> {
    const rows = this.#db.rows(Mine, 'SELECT id, held FROM slots WHERE worker = ?', this.#options.worker);
    return new Map(rows.map(({ id, held }) => [id, held]));
  }

  /** Restores a request that was taken from a process which was not dead after all; what runs keeps its slot. */
  restore(pool: string, work: SlotRequest, held: boolean): number {
    return this.#db.transaction(() => this.#insert(pool, work, held ? 1 : 0));
  }

  /** Records a rate limit from a provider's answer: all users of the pool obey it. */
  observe(pool: string, seen: RateLimitObservation): void {
    this.#db.transaction(() => {
      const now = this.#options.clock.now();
      const running = this.#count('pool = ? AND held > 0', pool);
      const next = adaptCap(this.#cap(pool) ?? startCap(now), seen, now, DEFAULT_RULE, Math.max(1, running));
      const row = JSON.stringify({ ...next, left: Number.isFinite(next.left) ? next.left : null });
      this.#db.run('INSERT INTO caps VALUES (?, ?) ON CONFLICT (pool) DO UPDATE SET state = excluded.state', pool, row);
      this.#decide(pool);
    });
  }

  /** For screens: who runs and who waits, and how long what was granted had waited. */
  status(): SlotsStatus {
    return this.#db.transaction(() => {
      this.#reclaim();
      return {
        slots: this.#db.rows(Row, 'SELECT * FROM slots ORDER BY id'),
        waits: this.#db.rows(Wait, 'SELECT * FROM waits ORDER BY pool, lane'),
        caps: this.#db.rows(Cap, 'SELECT pool, state FROM caps').map(({ pool, state }) => ({ pool, cap: state.cap })),
      };
    });
  }

  version(): number {
    return this.#db.version();
  }

  get isOpen(): boolean {
    return this.#db.isOpen;
  }

  /** What this process held and waited for goes to others. */
  close(): void {
    if (!this.#db.isOpen) return;
    this.#db.transaction(() => this.#forget(this.#options.worker));
    this.#db.close();
  }

  #insert(pool: string, { session, run, lane, type }: SlotRequest, held: number): number {
    const { clock, worker } = this.#options;
    const sql =
      'INSERT INTO slots (pool, worker, session, run, lane, type, since, held) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
    return this.#db.run(sql, pool, worker, session, run, LANES.indexOf(lane), type, clock.now(), held).id;
  }

  #beat(): void {
    const { worker, clock } = this.#options;
    const sql = 'INSERT INTO workers VALUES (?, ?) ON CONFLICT (worker) DO UPDATE SET beat = excluded.beat';
    this.#db.run(sql, worker, clock.now());
  }

  #decide(pool: string): void {
    this.#reclaim();
    const now = this.#options.clock.now();
    const limits = this.#limitsNow(pool, now);
    if (this.#grantOnly(pool, limits, now)) return;
    for (;;) {
      const waiting = this.#db.rows(Row, 'SELECT * FROM slots WHERE pool = ? AND held = 0 ORDER BY id', pool);
      if (waiting.length === 0) return;
      const held = this.#db.rows(Row, 'SELECT * FROM slots WHERE pool = ? AND held > 0', pool);
      const turns = new Map(
        this.#db
          .rows(TurnRow, 'SELECT key, turn, at FROM turns WHERE pool = ?', pool)
          .map(({ key, ...turn }) => [key, turn]),
      );
      const next = chooseNext({ waiting, held, turns }, limits, now);
      if (next === undefined) return;
      this.#grant(pool, next, now);
    }
  }

  /** Usually only the new request waits: then there is nothing to choose. True when that was handled. */
  #grantOnly(pool: string, limits: SchedulerLimits, now: number): boolean {
    const [only, ...more] = this.#db.rows(Row, 'SELECT * FROM slots WHERE pool = ? AND held = 0 LIMIT 2', pool);
    if (only === undefined) return true;
    if (more.length > 0) return false;
    const [counts] = this.#db.rows(
      Counts,
      `SELECT count(*) AS n, coalesce(sum(session = ?), 0) AS session, coalesce(sum(type = ?), 0) AS type
       FROM slots WHERE pool = ? AND held > 0`,
      only.session,
      only.type,
      pool,
    );
    const { n = 0, session = 0, type = 0 } = counts ?? {};
    const fits = n < limits.total && session < limits.perSession && type < capOf(limits, only.type);
    if (fits) this.#grant(pool, only, now);
    return true;
  }

  #grant(pool: string, row: WaitingRow, now: number): void {
    const next =
      'INSERT INTO counters VALUES (?, 1) ON CONFLICT (pool) DO UPDATE SET turn = turn + 1 RETURNING turn AS n';
    const turn = this.#db.rows(Number1, next, pool)[0]?.n ?? 1;
    this.#db.run('UPDATE slots SET held = ? WHERE id = ?', turn, row.id);
    for (const key of [sessionKey(row.session), runKey(row.run), lineKey(row)]) {
      this.#db.run('INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?)', pool, key, turn, now);
    }
    const waited = Math.max(0, now - row.since);
    this.#db.run(
      `INSERT INTO waits VALUES (?, ?, 1, ?, ?) ON CONFLICT (pool, lane) DO UPDATE SET granted = granted + 1,
       sum_ms = sum_ms + excluded.sum_ms, max_ms = max(max_ms, excluded.max_ms)`,
      pool,
      row.lane,
      waited,
      waited,
    );
    // Those who have had no turn for a day would only fill the table.
    if (turn % 256 === 0) this.#db.run('DELETE FROM turns WHERE at < ?', now - 86_400_000);
  }

  /** The limits of the pool, and what its provider accepts at the moment. */
  #limitsNow(pool: string, now: number): SchedulerLimits {
    const limits = this.#options.limits(pool);
    const cap = this.#cap(pool);
    // Time restores what a loss took, also without further answers.
    return cap === undefined ? limits : { ...limits, total: Math.min(limits.total, adaptCap(cap, QUIET, now).cap) };
  }

  #cap(pool: string): AdaptiveCap | undefined {
    return this.#db.rows(Cap, 'SELECT pool, state FROM caps WHERE pool = ?', pool)[0]?.state;
  }

  #reclaim(): void {
    const { worker: own, clock, isGone } = this.#options;
    const silent = clock.now() - SILENT_MS;
    for (const { worker, beat } of this.#db.rows(WorkerRow, 'SELECT worker, beat FROM workers')) {
      if (worker !== own && (beat < silent || isGone(worker as WorkerId))) this.#forget(worker);
    }
  }

  #forget(worker: string): void {
    this.#db.run('DELETE FROM slots WHERE worker = ?', worker);
    this.#db.run('DELETE FROM workers WHERE worker = ?', worker);
  }

  #count(where: string, ...values: (string | number)[]): number {
    return this.#db.rows(Number1, `SELECT count(*) AS n FROM slots WHERE ${where}`, ...values)[0]?.n ?? 0;
  }
}

const QUIET: RateLimitObservation = { throttled: false };

const Number1 = z.object({ n: z.number() });
const Counts = z.object({ n: z.number(), session: z.number(), type: z.number() });
const Mine = z.object({ id: z.number(), held: z.number() });
const WorkerRow = z.object({ worker: z.string(), beat: z.number() });
const TurnRow = z.object({ key: z.string(), turn: z.number(), at: z.number() });
const Row = z.object({
  id: z.number(),
  pool: z.string(),
  worker: z.string(),
  session: z.string(),
  run: z.string(),
  lane: z.number(),
  type: z.string(),
  since: z.number(),
  held: z.number(),
});
const Wait = z.object({
  pool: z.string(),
  lane: z.number(),
  granted: z.number(),
  sum_ms: z.number(),
  max_ms: z.number(),
});
const State = z.object({
  cap: z.number(),
  learnt: z.number(),
  growsFrom: z.number(),
  cutUntil: z.number(),
  left: z.number().nullable(),
  leftUntil: z.number(),
});
const Cap = z.object({
  pool: z.string(),
  state: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(State)
    .transform((state): AdaptiveCap => ({ ...state, left: state.left ?? Number.POSITIVE_INFINITY })),
});

export interface SlotsStatus {
  readonly slots: readonly z.infer<typeof Row>[];
  readonly waits: readonly z.infer<typeof Wait>[];
  /** What providers seem to accept at once. */
  readonly caps: readonly { readonly pool: string; readonly cap: number }[];
}
