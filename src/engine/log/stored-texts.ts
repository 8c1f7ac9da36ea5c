import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RunId } from '#contracts/ids.ts';
import { asStoreError } from './sqlite-errors.ts';
import { RUN_STRIDE } from './sqlite-schema.ts';

const Text = z.object({ text: z.string() });

/**
 * Every text in the logs and letters of a database, except those of some runs: whatever they reference is still needed.
 */
export function* storedTexts(file: string, without: ReadonlySet<RunId>): Generator<string> {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  try {
    const known = db.prepare('SELECT no, run FROM runs').all();
    const left = known.map((row) => Numbered.parse(row)).filter(({ run }) => !without.has(run as RunId));
    for (const { no, run } of left) {
      const rows = db.prepare('SELECT body AS text FROM appends WHERE id >= ? AND id < ?');
      for (const row of rows.iterate(no * RUN_STRIDE, (no + 1) * RUN_STRIDE)) yield Text.parse(row).text;
      for (const row of db.prepare('SELECT mail AS text FROM mail WHERE run = ?').iterate(run))
        yield Text.parse(row).text;
    }
  } catch (thrown) {
    throw asStoreError(thrown, file);
  } finally {
    db.close();
  }
}

const Numbered = z.object({ no: z.number(), run: z.string() });

/** Returns the space of deleted rows to the disk. False where another process uses the database. */
export function compactTexts(file: string): boolean {
  const db = new DatabaseSync(file, { timeout: 2_000 });
  try {
    db.exec('VACUUM');
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  } catch (thrown) {
    const error = asStoreError(thrown, file);
    if (error instanceof Error && 'code' in error && error.code === 'STORE_BUSY') return false;
    throw error;
  } finally {
    db.close();
  }
}
