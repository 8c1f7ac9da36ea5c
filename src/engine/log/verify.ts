import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RunId } from '#contracts/ids.ts';
import { type CheckedLog, checkLog, type StoredLog } from './check-log.ts';
import { parsed, readable } from './salvage-read.ts';
import { asStoreError } from './sqlite-errors.ts';
import { AppendRow, EntryRow, headerOf } from './sqlite-rows.ts';
import { RUN_STRIDE } from './sqlite-schema.ts';

export interface VerifiedLog extends CheckedLog {
  readonly run: RunId;
  /** How many events there should be. */
  readonly events: number;
}

export interface LogVerifyOptions {
  /** Only this run. */
  readonly run?: RunId;
  /**
   * Whether to look for letters that broke a chain, which may take seconds; without it, such a log counts as damaged.
   */
  readonly explain?: boolean;
}

/** Reads every log of a database, or one, from the disk; changes nothing. Newest first. */
export function* verifyLogs(file: string, { run, explain = true }: LogVerifyOptions = {}): Generator<VerifiedLog> {
  const db = open(file);
  try {
    const where = run === undefined ? '' : 'WHERE run = ?';
    const sql = `SELECT no, run, session, status, created_at, head, chain, header FROM runs ${where} ORDER BY created_at DESC, run DESC`;
    for (const row of parsed(StoredRow, db, sql, ...(run === undefined ? [] : [run]))) {
      yield { run: row.run, events: row.head, ...checkLog(storedLog(db, row), explain) };
    }
  } finally {
    db.close();
  }
}

export const StoredRow = EntryRow.extend({ chain: z.string() });

export function storedLog(db: DatabaseSync, row: z.infer<typeof StoredRow>): StoredLog {
  const { no, head, chain, session, status, created_at } = row;
  const sql = 'SELECT id, count, at, body, chain FROM appends WHERE id >= ? AND id < ? ORDER BY id';
  const rows = [...readable(db, sql, no * RUN_STRIDE, (no + 1) * RUN_STRIDE)];
  return {
    rows: rows.map((each) => AppendRow.safeParse(each).data ?? null),
    head,
    chain,
    header: headerOf(row),
    columns: { session, status, createdAt: created_at },
  };
}

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 10_000 });
  } catch (thrown) {
    throw asStoreError(thrown, file);
  }
}
