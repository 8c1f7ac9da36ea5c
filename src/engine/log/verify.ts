import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { RunId } from '#contracts/ids.ts';
import type { RunHeader } from '#contracts/run-header.ts';
import { type CheckedLog, checkLog, type StoredLog } from './check-log.ts';
import { parsed, readable } from './salvage-read.ts';
import { asStoreError } from './sqlite-errors.ts';
import { AppendRow, headerOf } from './sqlite-rows.ts';
import { RUN_STRIDE } from './sqlite-schema.ts';

export interface VerifiedLog extends CheckedLog {
  readonly run: RunId;
  /** How many events there should be. */
  readonly events: number;
}

export interface LogVerifyOptions {
  /** Only this run. */
  readonly run?: RunId;
  /** Whether to look for letters that broke a chain, which may take seconds; without it, such a log is damaged. */
  readonly explain?: boolean;
}

/** Reads every log of a database, or one, as it lies on the disk; changes nothing. Newest first. */
export function* verifyLogs(file: string, { run, explain = true }: LogVerifyOptions = {}): Generator<VerifiedLog> {
  const db = open(file);
  try {
    const where = run === undefined ? '' : 'WHERE run = ?';
    const sql = `SELECT no, run, head, chain, header FROM runs ${where} ORDER BY created_at DESC, run DESC`;
    for (const row of parsed(StoredRow, db, sql, ...(run === undefined ? [] : [run]))) {
      yield { run: row.run, events: row.head, ...checkLog(storedLog(db, row), explain) };
    }
  } finally {
    db.close();
  }
}

export const StoredRow = z.object({
  no: z.number(),
  run: RunId,
  head: z.number(),
  chain: z.string(),
  header: z.string(),
});

export function storedLog(db: DatabaseSync, { no, head, chain, header }: z.infer<typeof StoredRow>): StoredLog {
  const sql = 'SELECT id, count, at, body, chain FROM appends WHERE id >= ? AND id < ? ORDER BY id';
  const rows = [...readable(db, sql, no * RUN_STRIDE, (no + 1) * RUN_STRIDE)];
  return {
    rows: rows.map((row) => AppendRow.safeParse(row).data ?? null),
    head,
    chain,
    header: headerIn(header),
  };
}

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 10_000 });
  } catch (thrown) {
    throw asStoreError(thrown, file);
  }
}

function headerIn(text: string): RunHeader | null {
  try {
    return headerOf(text);
  } catch {
    return null;
  }
}
