import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOrBeginAgain, SqliteDatabase, type SqliteOptions } from './sqlite-database.ts';

function options(): SqliteOptions & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    file: join(folder, 'some.db'),
    pragmas: 'PRAGMA journal_mode = WAL;',
    schema: (db) => db.script('CREATE TABLE IF NOT EXISTS words (word TEXT PRIMARY KEY)'),
  };
}

const words = (db: SqliteDatabase): unknown[] => db.all('SELECT word FROM words ORDER BY word').map(({ word }) => word);

/** A table of several pages, so that its inside can be damaged while its head is whole. */
function filled(made: SqliteOptions): void {
  const db = new SqliteDatabase(made);
  db.transaction(() => {
    for (let no = 0; no < 2_000; no += 1) db.run('INSERT INTO words VALUES (?)', `word ${no}`.padEnd(40));
  });
  db.close();
}

function damageInside(file: string): void {
  const handle = openSync(file, 'r+');
  const { size } = statSync(file);
  for (let at = 8_192; at < size; at += 4_096) writeSync(handle, Buffer.alloc(4_096, 0xff), 0, 4_096, at);
  closeSync(handle);
}

describe('a database that can be done without', () => {
  it('is replaced if it is not a database; the old file is kept', () => {
    const made = options();
    writeFileSync(made.file, 'not a database, whatever its name says '.repeat(50));
    const { db, setAside } = openOrBeginAgain(made, 7);
    expect(setAside).toBe(`${made.file}.damaged-7`);
    expect(words(db)).toEqual([]);
    db.run('INSERT INTO words VALUES (?)', 'new');
    db.close();
    const again = openOrBeginAgain(made, 8);
    expect(again.setAside).toBeUndefined();
    expect(words(again.db)).toEqual(['new']);
    again.db.close();
  });

  it('says so when the damage shows in use, and is begun again by the process that opens it next', () => {
    const made = options();
    filled(made);
    damageInside(made.file);
    const { db, setAside } = openOrBeginAgain(made, 1);
    expect(setAside).toBeUndefined();
    expect(() => words(db)).toThrow(expect.objectContaining({ code: 'STORE_CORRUPT' }));
    db.close();
    const next = openOrBeginAgain(made, 2);
    expect(next.setAside).toBe(`${made.file}.damaged-2`);
    expect(words(next.db)).toEqual([]);
    next.db.close();
    expect(readdirSync(made.folder).some((name) => name.endsWith('.is-damaged'))).toBe(false);
  });

  it('is read whole at opening where that is wanted', () => {
    const made = options();
    filled(made);
    damageInside(made.file);
    const { db, setAside } = openOrBeginAgain(made, 3, true);
    expect(setAside).toBe(`${made.file}.damaged-3`);
    db.close();
  });

  it('a note about a file that is gone says nothing about the new one', () => {
    const made = options();
    writeFileSync(`${made.file}.is-damaged`, '1');
    const { db, setAside } = openOrBeginAgain(made, 4);
    expect(setAside).toBeUndefined();
    db.close();
  });
});

describe('transactions', () => {
  it('undo all of it when one part fails, also from within', () => {
    const db = new SqliteDatabase(options());
    const add = (word: string) => db.run('INSERT INTO words VALUES (?)', word);
    expect(() =>
      db.transaction(() => {
        add('one');
        db.transaction(() => add('two'));
        add('one');
      }),
    ).toThrow(expect.objectContaining({ code: 'STORE_FAILED' }));
    expect(words(db)).toEqual([]);
    db.transaction(() => add('three'));
    expect(words(db)).toEqual(['three']);
    db.close();
  });
});
