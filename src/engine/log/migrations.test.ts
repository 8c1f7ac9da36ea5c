import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RunId, Seq, WorkerId } from '#contracts/ids.ts';
import { CHAIN_START } from './chain.ts';
import { encodeAppend } from './encode.ts';
import { RUN_STRIDE, SCHEMA_VERSION } from './sqlite-schema.ts';
import { SqliteStore } from './sqlite-store.ts';
import { RELEASED_SCHEMAS } from './testing/released-schemas.ts';
import { attached, created, readAll } from './testing/store-under-test.ts';
import { verifyLogs } from './verify.ts';

const r1 = RunId.parse('r1');

/** A database as that version made it, with one run of two events and a letter to it. */
function databaseOf(release: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'runs.db');
  const { sql, version } = RELEASED_SCHEMAS[release] ?? { sql: '', version: 0 };
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; ${sql} PRAGMA user_version = ${version};`);
  const first = encodeAppend([created(r1), attached], 5, { after: 0, chain: CHAIN_START, header: null });
  const { header, chain, count, at, body } = first;
  const { unpriced: _, ...before } = header;
  db.prepare(
    'INSERT INTO runs (no, run, session, status, created_at, head, chain, header) VALUES (1, ?, ?, ?, ?, ?, ?, ?)',
  ).run(r1, header.session, header.status, header.createdAt, header.head, chain, JSON.stringify(before));
  db.prepare('INSERT INTO appends (id, count, at, body, chain) VALUES (?, ?, ?, ?, ?)').run(
    ...[RUN_STRIDE + 1, count, at, body, chain],
  );
  db.prepare(`INSERT INTO mail (run, at, by, mail) VALUES ('r1', 6, 'me', '{"type":"resume"}')`).run();
  db.close();
  return file;
}

const versionIn = (file: string): unknown => {
  const db = new DatabaseSync(file);
  const { user_version } = db.prepare('PRAGMA user_version').get() ?? {};
  db.close();
  return user_version;
};

describe('S2.5 a database of an earlier version', () => {
  it.each(Object.keys(RELEASED_SCHEMAS))(
    'of %s is brought to today’s when it is opened, and continues',
    async (release) => {
      const file = databaseOf(release);
      const store = new SqliteStore({ file });
      expect(versionIn(file)).toBe(SCHEMA_VERSION);
      expect(await readAll(store, r1)).toHaveLength(2);
      expect(await store.list()).toMatchObject([{ run: 'r1', head: 2, lease: null, unpriced: 0 }]);
      expect(await store.mail(r1)).toHaveLength(1);
      const lease = await store.lease(r1, WorkerId.parse('w'), 1_000);
      if (!lease.ok) throw new Error('held');
      await store.append(lease.token, Seq.parse(2), [attached], 7);
      await store.pin(r1, true);
      await store.close();
      expect([...verifyLogs(file)]).toMatchObject([{ run: 'r1', trouble: null }]);
    },
  );

  it('is the same in the end as a new one', () => {
    const schemaOf = (file: string) => {
      const db = new DatabaseSync(file);
      const rows = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name`).all();
      db.close();
      return rows.map(({ name, sql }) => [name, String(sql).replaceAll(/\s+/g, ' ')]);
    };
    const fresh = join(databaseOf('0.1.0'), '..', 'fresh.db');
    new SqliteStore({ file: fresh }).close();
    for (const release of Object.keys(RELEASED_SCHEMAS)) {
      const file = databaseOf(release);
      new SqliteStore({ file }).close();
      expect(schemaOf(file)).toEqual(schemaOf(fresh));
    }
  });

  it('is brought there once, by whichever of two processes comes first', async () => {
    const file = databaseOf('0.1.0');
    const stores = [new SqliteStore({ file }), new SqliteStore({ file })];
    for (const store of stores) expect(await readAll(store, r1)).toHaveLength(2);
    for (const store of stores) await store.close();
  });
});
