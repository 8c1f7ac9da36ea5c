import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { type RunId, Seq, WorkerId } from '#contracts/ids.ts';
import { type NewEvent, newEvent } from '#contracts/run-events.ts';
import { workerName } from '../drive/driver-id.ts';
import { CHAIN_START } from './chain.ts';
import { type CheckedLog, checkLog, type LogTrouble } from './check-log.ts';
import { type Encoded, encodeAppend, type LogPlace } from './encode.ts';
import { parsed } from './salvage-read.ts';
import { asStoreError } from './sqlite-errors.ts';
import { RUN_STRIDE } from './sqlite-schema.ts';
import { runUnknown } from './store-errors.ts';
import { StoredRow, storedLog } from './verify.ts';

export interface RepairOptions {
  readonly file: string;
  readonly run: RunId;
  readonly now: number;
  readonly by: string;
  readonly isGone: (worker: WorkerId) => boolean;
  /** At a break in the chain that has no explanation: end the log before that event. */
  readonly cut?: boolean;
  /** Saves a copy of the log before anything is changed, and returns its path. */
  readonly keep: (damaged: DamagedLog) => string;
}

/** The run's rows, as they were in the database. */
export interface DamagedLog {
  readonly run: unknown;
  readonly appends: readonly unknown[];
}

export interface Repaired {
  readonly trouble: LogTrouble;
  readonly kept: string;
  /** Events after the repair, including its own note. */
  readonly events: number;
  /** Events that were cut off. */
  readonly lost: number;
}

/** Repairs a log as far as its events can be believed, and notes it there. Null where nothing is wrong. */
export function repairLog(options: RepairOptions): Repaired | null {
  const { file, run, now, isGone } = options;
  const db = new DatabaseSync(file, { timeout: 10_000 });
  try {
    db.exec('BEGIN IMMEDIATE');
    const row = parsed(HeldRow, db, `SELECT * FROM runs WHERE run = ?`, run)[0];
    if (!row) throw runUnknown(run);
    if (row.lease_worker !== null && (row.lease_expires ?? 0) > now && !isGone(WorkerId.parse(row.lease_worker))) {
      throw new AssayError('RUN_HELD', `run ${run} is driven by ${workerName(WorkerId.parse(row.lease_worker))}`, {
        next: 'Stop that process first, then repair. Nothing was changed.',
      });
    }
    const checked = checkLog(storedLog(db, row));
    const repaired = checked.trouble && rewrite(db, row, checked, checked.trouble, options);
    db.exec('COMMIT');
    return repaired;
  } catch (thrown) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw asStoreError(thrown, file);
  } finally {
    db.close();
  }
}

const HeldRow = StoredRow.extend({ lease_worker: z.string().nullable(), lease_expires: z.number().nullable() });

function rewrite(
  db: DatabaseSync,
  { no, run, head }: z.infer<typeof HeldRow>,
  { good }: CheckedLog,
  trouble: LogTrouble,
  { now, by, cut = false, keep }: RepairOptions,
): Repaired {
  if (trouble.kind === 'damaged' && (!cut || good.length === 0)) throw notMendable(run, trouble, good.length === 0);
  const [from, to] = [no * RUN_STRIDE, (no + 1) * RUN_STRIDE];
  const kept = keep({
    run: db.prepare('SELECT * FROM runs WHERE no = ?').get(no),
    appends: db.prepare('SELECT * FROM appends WHERE id >= ? AND id < ? ORDER BY id').all(from, to),
  });
  let place: LogPlace = { after: 0, chain: CHAIN_START, header: null };
  const add = (events: readonly NewEvent[], at: number): Encoded => {
    const row = encodeAppend(events, at, place);
    place = { after: row.header.head, chain: row.chain, header: row.header };
    return row;
  };
  const rows = good.map(({ at, events }) => add(events, at));
  const before = rows.at(-1)?.header.head ?? 0;
  const note = newEvent('log.repaired', { seq: Seq.parse(trouble.seq), why: trouble.seen, lost: head - before, by });
  rows.push(add([note], Math.max(now, good.at(-1)?.at ?? 0)));
  const last = rows[rows.length - 1];
  if (!last) throw new Error('a run without events');
  db.prepare('DELETE FROM appends WHERE id >= ? AND id < ?').run(from, to);
  const insert = db.prepare('INSERT INTO appends (id, count, at, body, chain) VALUES (?, ?, ?, ?, ?)');
  for (const { seq, count, at, body, chain } of rows) insert.run(from + seq, count, at, body, chain);
  const { header, chain } = last;
  // The lease is removed too: its holder had seen another log.
  db.prepare(
    'UPDATE runs SET session = ?, created_at = ?, status = ?, head = ?, chain = ?, header = ?, lease_worker = NULL, lease_expires = NULL, lease_epoch = lease_epoch + 1 WHERE no = ?',
  ).run(header.session, header.createdAt, header.status, header.head, chain, JSON.stringify(header), no);
  return { trouble, kept, events: header.head, lost: head - before };
}

const notMendable = (run: RunId, { seen, seq }: LogTrouble, nothingLeft: boolean): AssayError =>
  new AssayError('LOG_TAMPERED', `${seen}, and no mail explains it`, {
    next: nothingLeft
      ? 'Nothing in this run can be trusted: restore the database from a backup, or delete the run.'
      : `\`assay runs repair ${run} --cut\` ends the log at event ${seq - 1} and keeps a copy of all of it; \`assay runs fork ${run} --at ${seq - 1}\` leaves it alone and continues in a new run.`,
  });
