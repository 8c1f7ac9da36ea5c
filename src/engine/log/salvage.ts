import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import { WorkerId } from '#contracts/ids.ts';
import { CHAIN_START } from './chain.ts';
import { type Encoded, encodeAppend, type LogPlace } from './encode.ts';
import { type Letter, type ReadableRun, readMail, readRun, runNumbers, runRow } from './salvage-read.ts';
import { asStoreError } from './sqlite-errors.ts';
import { prepareDatabase, RUN_STRIDE } from './sqlite-schema.ts';

export interface SalvagedRun {
  readonly run: string;
  readonly title: string;
  readonly saved: number;
  /** Events that could not be read; null where the database no longer says how many there were. */
  readonly lost: number | null;
}

export interface Salvage {
  readonly saved: readonly SalvagedRun[];
  /** Runs of which not even the beginning could be read, with how many events they had, if known. */
  readonly lost: readonly { readonly run: string; readonly events: number | null }[];
  /** The damaged file, kept. */
  readonly kept: string;
}

export interface SalvageOptions {
  readonly file: string;
  readonly now: number;
  /** A run whose holder is not known to be gone stops the salvage: that process would go on writing to the old file. */
  readonly isGone: (worker: WorkerId) => boolean;
}

/**
 * Copies every run that can still be read into a new database, which replaces the damaged one. The damaged file is only
 * read, as a copy, and then moved aside. A run keeps its id and its events up to the first unreadable append.
 */
export function salvage({ file, now, isGone }: SalvageOptions): Salvage {
  const work = mkdtempSync(join(dirname(file), 'salvage-'));
  const fresh = join(work, 'fresh.db');
  try {
    const result = copyRuns(copyOf(file, work), fresh, now, isGone);
    const kept = `${file}.damaged-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '')}`;
    for (const suffix of SUFFIXES) if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
    renameSync(fresh, file);
    return { ...result, kept };
  } catch (thrown) {
    throw asStoreError(thrown, file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const SUFFIXES = ['', '-wal', '-shm'] as const;

function copyOf(file: string, folder: string): string {
  const copy = join(folder, basename(file));
  for (const suffix of ['', '-wal'] as const) if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  return copy;
}

function copyRuns(from: string, to: string, now: number, isGone: SalvageOptions['isGone']): Omit<Salvage, 'kept'> {
  const fresh = new DatabaseSync(to);
  const old = new DatabaseSync(from);
  try {
    prepareDatabase(fresh, to, 'FULL');
    const saved: SalvagedRun[] = [];
    const lost: { run: string; events: number | null }[] = [];
    for (const [no, known] of runNumbers(old)) {
      const row = runRow(old, no);
      const name = known ?? `number ${no}`;
      if (row?.worker && (row.expires ?? 0) > now && !isGone(WorkerId.parse(row.worker))) throw stillDriven(name);
      const run = readRun(old, no);
      if (run) saved.push(write(fresh, run, row?.head ?? null, (id) => readMail(old, id)));
      else if (row || known) lost.push({ run: name, events: row?.head ?? null });
    }
    return { saved, lost };
  } finally {
    old.close();
    fresh.close();
  }
}

function write(
  db: DatabaseSync,
  { appends, whole }: ReadableRun,
  head: number | null,
  mailOf: (run: string) => readonly Letter[],
): SalvagedRun {
  let place: LogPlace = { after: 0, chain: CHAIN_START, header: null };
  const rows = appends.map(({ at, events }): Encoded => {
    const row = encodeAppend(events, at, place);
    place = { after: row.header.head, chain: row.chain, header: row.header };
    return row;
  });
  const last = rows.at(-1);
  if (!last) throw new Error('a run without events');
  const { header, chain } = last;
  db.exec('BEGIN');
  const { lastInsertRowid } = db
    .prepare('INSERT INTO runs (run, session, status, created_at, head, chain, header) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(header.run, header.session, header.status, header.createdAt, header.head, chain, JSON.stringify(header));
  const insert = db.prepare('INSERT INTO appends (id, count, at, body, chain) VALUES (?, ?, ?, ?, ?)');
  for (const row of rows) {
    insert.run(Number(lastInsertRowid) * RUN_STRIDE + row.seq, row.count, row.at, row.body, row.chain);
  }
  for (const { at, by, mail } of mailOf(header.run)) {
    db.prepare('INSERT INTO mail (run, at, by, mail) VALUES (?, ?, ?, ?)').run(header.run, at, by, mail);
  }
  db.exec('COMMIT');
  const lost = head === null ? (whole ? 0 : null) : Math.max(0, head - header.head);
  return { run: header.run, title: header.title, saved: header.head, lost };
}

const stillDriven = (run: string): AssayError =>
  new AssayError('STORE_BUSY', `a process still drives run ${run}`, {
    next: 'Stop it first (its next write fails anyway), then repair. Nothing was changed.',
  });

/**
 * What `PRAGMA quick_check` finds: nothing when the file is sound. One that is locked or out of reach is not damaged:
 * that throws.
 */
export function damageOf(file: string): string[] {
  try {
    const db = new DatabaseSync(file);
    try {
      const rows = db.prepare('PRAGMA quick_check(5)').all();
      return rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
    } finally {
      db.close();
    }
  } catch (thrown) {
    const error = asStoreError(thrown, file);
    if (error instanceof AssayError && error.code === 'STORE_CORRUPT') return [toErrorInfo(thrown).message];
    throw error;
  }
}
