import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type { RunEvent } from '#contracts/run-events.ts';
import { checkLog } from './check-log.ts';
import { AppendRow } from './sqlite-rows.ts';
import { RUN_STRIDE } from './sqlite-schema.ts';

/** As much of a run as can be read and believed, from its first append on. */
export interface ReadableRun {
  readonly appends: readonly { readonly at: number; readonly events: readonly RunEvent[] }[];
  /** Nothing shows that there was more. */
  readonly whole: boolean;
}

/** The number of every run there may be, with its id where the database still has it. */
export function runNumbers(db: DatabaseSync): Map<number, string | null> {
  const known = new Map<number, string | null>();
  for (const source of SOURCES) {
    for (const { no, run } of parsed(Numbered, db, `SELECT no, run FROM ${source}`)) known.set(no, run);
  }
  const ends = ['ASC', 'DESC'].flatMap((order) =>
    parsed(z.object({ id: z.number() }), db, `SELECT id FROM appends ORDER BY id ${order} LIMIT 1`),
  );
  const highest = Math.max(0, ...known.keys(), ...ends.map(({ id }) => Math.floor(id / RUN_STRIDE)));
  // Numbers are assigned in order: runs between two known ones may be readable too.
  for (let no = 1; no <= highest; no += 1) if (!known.has(no)) known.set(no, null);
  return new Map([...known].sort(([a], [b]) => a - b));
}

const Numbered = z.object({ no: z.number(), run: z.string() });

/** A damaged page ends a scan, so the table is scanned from both ends and by each index that contains the id. */
const SOURCES = [
  'runs ORDER BY no',
  'runs ORDER BY no DESC',
  'runs INDEXED BY runs_newest ORDER BY created_at DESC, run DESC',
  'runs INDEXED BY runs_newest ORDER BY created_at, run',
  'runs INDEXED BY runs_by_session ORDER BY session',
] as const;

/** Null where not even the beginning is left. */
export function readRun(db: DatabaseSync, no: number): ReadableRun | null {
  const sql = 'SELECT id, count, at, body, chain FROM appends WHERE id >= ? AND id < ? ORDER BY id';
  const rows = [...readable(db, sql, no * RUN_STRIDE, (no + 1) * RUN_STRIDE)].map(
    (row) => AppendRow.safeParse(row).data ?? null,
  );
  const head = rows.reduce((sum, row) => sum + (row?.count ?? 0), 0);
  const { good, trouble } = checkLog({ rows, head, chain: '', header: null });
  return good.length === 0 ? null : { appends: good, whole: trouble?.kind !== 'damaged' };
}

const RunRow = z
  .object({ head: z.number(), lease_worker: z.string().nullable(), lease_expires: z.number().nullable() })
  .transform(({ head, lease_worker, lease_expires }) => ({ head, worker: lease_worker, expires: lease_expires }));

export const runRow = (db: DatabaseSync, no: number): z.infer<typeof RunRow> | null =>
  parsed(RunRow, db, 'SELECT head, lease_worker, lease_expires FROM runs WHERE no = ?', no)[0] ?? null;

const Letter = z.object({ at: z.number(), by: z.string(), mail: z.string() });
export type Letter = z.infer<typeof Letter>;

export const readMail = (db: DatabaseSync, run: string): Letter[] =>
  parsed(Letter, db, 'SELECT at, by, mail FROM mail WHERE run = ? ORDER BY id', run);

export function parsed<T extends z.ZodType>(shape: T, db: DatabaseSync, sql: string, ...values: SQLInputValue[]) {
  return [...readable(db, sql, ...values)].flatMap((row) => {
    const fits = shape.safeParse(row);
    return fits.success ? [fits.data] : [];
  });
}

/** Rows up to the first unreadable one, which is replaced by a row that fits nothing. */
export function* readable(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): Generator<unknown> {
  try {
    yield* db.prepare(sql).iterate(...values);
  } catch {
    yield null;
  }
}
