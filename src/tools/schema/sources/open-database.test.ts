import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { readDatabase, statementOnlyReads } from './open-database.ts';

function database(mode: 'WAL' | 'DELETE'): { folder: string; path: string; writer: DatabaseSync } {
  const folder = tempFolder();
  const path = join(folder, 'a.db');
  const writer = new DatabaseSync(path);
  writer.exec(`PRAGMA journal_mode = ${mode}; CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)`);
  return { folder, path, writer };
}

const count = (db: DatabaseSync): number => Number(db.prepare('SELECT count(*) AS n FROM t').get()?.n);

describe('T3 schema: a database is only read', () => {
  it.each(['WAL', 'DELETE'] as const)('while someone writes to it (%s)', (mode) => {
    const { path, writer } = database(mode);
    writer.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (2)');
    expect(readDatabase(path, count)).toBe(1);
    writer.exec('COMMIT');
    expect(readDatabase(path, count)).toBe(2);
    writer.close();
  });

  it('reports when the writer blocks readers', () => {
    const { path, writer } = database('DELETE');
    writer.exec('BEGIN EXCLUSIVE');
    expect(() => readDatabase(path, count)).toThrow(expect.objectContaining({ code: 'STORE_BUSY' }));
    writer.exec('ROLLBACK');
    writer.close();
  });

  it('leaves no files next to a database after closing it, or if it could not be opened', () => {
    const { folder, path, writer } = database('WAL');
    writer.close();
    expect(readDatabase(path, count)).toBe(1);
    expect(readdirSync(folder)).toEqual(['a.db']);
    chmodSync(folder, 0o555);
    expect(readDatabase(path, count)).toBe(1);
    chmodSync(folder, 0o755);
  });

  it('reads again when a writer turned up meanwhile', () => {
    const { path, writer } = database('WAL');
    writer.close();
    const seen: number[] = [];
    const late: DatabaseSync[] = [];
    const last = readDatabase(path, (db) => {
      if (late.length === 0) {
        const other = new DatabaseSync(path);
        other.exec('INSERT INTO t VALUES (2)');
        late.push(other);
      }
      seen.push(count(db));
      return count(db);
    });
    for (const other of late) other.close();
    expect(seen).toEqual([1, 2]);
    expect(last).toBe(2);
  });

  it('cannot be written to, whatever is run', () => {
    const { path, writer } = database('WAL');
    readDatabase(path, (db) => {
      expect(() => db.exec('INSERT INTO t VALUES (9)')).toThrow();
      expect(() => db.exec('PRAGMA query_only = OFF; DELETE FROM t')).toThrow();
      statementOnlyReads(db);
      for (const sql of [
        "ATTACH ':memory:' AS x",
        'PRAGMA user_version',
        'CREATE TEMP TABLE x (a)',
        "SELECT load_extension('x')",
      ]) {
        expect(() => db.prepare(sql).all(), sql).toThrow();
      }
      expect(count(db)).toBe(1);
    });
    writer.close();
  });

  it('names a file that only looks like a database', () => {
    const path = join(tempFolder(), 'a.db');
    writeFileSync(path, `SQLite format 3\0${'x'.repeat(5000)}`);
    expect(() => readDatabase(path, count)).toThrow(expect.objectContaining({ code: 'SOURCE_UNREADABLE' }));
  });
});
