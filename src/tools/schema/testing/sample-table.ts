import { DatabaseSync } from 'node:sqlite';
import type { Table } from '../shape.ts';
import { sqliteTables, tableNames } from '../sources/sqlite-tables.ts';

/** A field of every type, with awkward values in them, and one that is called like a keyword. */
export function sampleDatabase(): { db: DatabaseSync; table: Table } {
  const db = new DatabaseSync(':memory:', { readBigInts: true });
  db.exec(`
    CREATE TABLE entity (
      id INTEGER PRIMARY KEY, entity_name TEXT NOT NULL, entity_type TEXT, score REAL, is_public BOOLEAN,
      payload TEXT, bytes BLOB, mixed, "order" INTEGER, "odd ""name" TEXT
    );
    CREATE INDEX entity_by_name ON entity (entity_name);
  `);
  const insert = db.prepare('INSERT INTO entity VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  insert.run(1, 'main', 'function', 1.5, 1, '{"a":{"b":[1,2]}}', new Uint8Array([0, 1]), 'x', 3, 'o');
  insert.run(2, "it's", null, null, 0, '[1,"two"]', null, 7, null, '');
  insert.run(
    3,
    'ünï%_',
    'struct',
    -0.5,
    null,
    null,
    new Uint8Array(0),
    new Uint8Array([9]),
    -9223372036854775808n,
    '\n',
  );
  const [table] = sqliteTables(db, tableNames(db), { rows: 100, bytes: 1_000_000, ms: 10_000 });
  if (!table) throw new Error('no table');
  return { db, table };
}
