import { mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { RunId, Seq, WorkerId } from '#contracts/ids.ts';
import { chainHash } from './chain.ts';
import { SqliteStore } from './sqlite-store.ts';
import { storeContract } from './store.contract.ts';
import { attached, created, readAll } from './testing/store-under-test.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'assay-store-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const worker = WorkerId.parse('worker-a');
const r1 = RunId.parse('r1');

storeContract('the SQLite store', async () => {
  let now = 1_000_000;
  const store = new SqliteStore({ file: join(folder(), 'runs.db'), now: () => now });
  return {
    store,
    advance: (ms) => {
      now += ms;
    },
    close: () => store.close(),
  };
});

/** Writes one run of `events` events and closes the store again. */
async function written(file: string, events = 1): Promise<void> {
  const store = new SqliteStore({ file });
  const lease = await store.create(r1, [created(r1)], 1, worker, 1000);
  for (let head = 1; head < events; head += 1) await store.append(lease, Seq.parse(head), [attached], 2);
  await store.close();
}

describe('the SQLite store', () => {
  it('is durable to power loss: WAL with synchronous FULL', async () => {
    const file = join(folder(), 'runs.db');
    const store = new SqliteStore({ file });
    await store.create(r1, [created(r1)], 1, worker, 1000);
    const other = new DatabaseSync(file);
    expect(other.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    other.close();
    expect(store.pragmas()).toEqual({ journal_mode: 'wal', synchronous: 2 });
    await store.close();
  });

  it('sees what another process wrote, and is notified of changes (S2.5)', async () => {
    const file = join(folder(), 'runs.db');
    const [one, two] = [new SqliteStore({ file }), new SqliteStore({ file })];
    const told = new Promise((resolve) => two.watch(resolve));
    await one.create(r1, [created(r1)], 1, worker, 1000);
    expect(await told).toBeNull();
    expect(await readAll(two, r1)).toHaveLength(1);
    expect(await two.lease(r1, WorkerId.parse('worker-b'), 1000)).toMatchObject({ ok: false });
    await one.close();
    await two.close();
  });

  it('shares one commit among appends of one turn, and one refusal does not spoil the others', async () => {
    const store = new SqliteStore({ file: join(folder(), 'runs.db') });
    const runs = Array.from({ length: 20 }, (_, n) => RunId.parse(`r${n}`));
    const leases = await Promise.all(runs.map((run) => store.create(run, [created(run)], 1, worker, 1000)));
    const results = await Promise.allSettled(
      leases.map((lease, n) => store.append(lease, Seq.parse(n === 7 ? 99 : 1), [attached], 2)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
    expect(results[7]).toMatchObject({ status: 'rejected', reason: { code: 'APPEND_CONFLICT' } });
    expect((await store.list()).filter(({ head }) => head === 2)).toHaveLength(19);
    await store.close();
  });
});

describe('S2.23 bad input to the SQLite store', () => {
  it('a file that is not a database: STORE_CORRUPT, untouched', () => {
    const file = join(folder(), 'runs.db');
    writeFileSync(file, 'this is not a database, '.repeat(500));
    expect(() => new SqliteStore({ file })).toThrow(expect.objectContaining({ code: 'STORE_CORRUPT' }));
  });

  it('a torn database: STORE_CORRUPT or LOG_TAMPERED on reading, never wrong data', async () => {
    const file = join(folder(), 'runs.db');
    await written(file, 3000);
    const handle = openSync(file, 'r+');
    // From the fifth page on: past the header and the schema, over everything that is left.
    writeSync(handle, Buffer.alloc(statSync(file).size, 0xab), 0, statSync(file).size - 5 * 4096, 5 * 4096);
    const store = new SqliteStore({ file });
    await expect(readAll(store, r1)).rejects.toMatchObject({
      code: expect.stringMatching(/^(STORE_CORRUPT|LOG_TAMPERED)$/),
    });
    await store.close();
  });

  it('an event edited by hand: LOG_TAMPERED names it', async () => {
    const file = join(folder(), 'runs.db');
    await written(file, 10);
    const db = new DatabaseSync(file);
    db.exec(`UPDATE appends SET body = '[["driver.attached",1,{"worker":"somebody else"}]]' WHERE id % 1073741824 = 5`);
    db.close();
    const store = new SqliteStore({ file });
    await expect(readAll(store, r1)).rejects.toMatchObject({
      code: 'LOG_TAMPERED',
      message: expect.stringContaining('event 5'),
    });
    await store.close();
  });

  it('an event taken out: LOG_TAMPERED', async () => {
    const file = join(folder(), 'runs.db');
    await written(file, 10);
    const db = new DatabaseSync(file);
    db.exec('DELETE FROM appends WHERE id % 1073741824 = 5');
    db.close();
    const store = new SqliteStore({ file });
    await expect(readAll(store, r1)).rejects.toMatchObject({ code: 'LOG_TAMPERED' });
    await store.close();
  });

  it('the last events interrupted: LOG_TAMPERED, not a shorter run', async () => {
    const file = join(folder(), 'runs.db');
    await written(file, 10);
    const db = new DatabaseSync(file);
    db.exec('DELETE FROM appends WHERE id % 1073741824 > 8');
    db.close();
    const store = new SqliteStore({ file });
    await expect(readAll(store, r1)).rejects.toMatchObject({ code: 'LOG_TAMPERED' });
    await store.close();
  });

  it('an event of a newer Assay, soundly chained: EVENT_UNKNOWN, and the log is as it was', async () => {
    const file = join(folder(), 'runs.db');
    await written(file, 2);
    const db = new DatabaseSync(file);
    const before = String(db.prepare('SELECT chain FROM appends ORDER BY id DESC').get()?.chain);
    const row = { seq: 3, count: 1, at: 3, body: '[["driver.attached",99,{"worker":"from the future"}]]' };
    const id = Number(db.prepare('SELECT max(id) AS id FROM appends').get()?.id) + 1;
    db.prepare('INSERT INTO appends (id, count, at, body, chain) VALUES (?, 1, 3, ?, ?)').run(
      id,
      row.body,
      chainHash(before, row),
    );
    db.exec('UPDATE runs SET head = 3');
    db.close();
    const store = new SqliteStore({ file });
    await expect(readAll(store, r1)).rejects.toMatchObject({
      code: 'EVENT_UNKNOWN',
      message: expect.stringContaining('v99'),
    });
    expect((await store.header(r1))?.head).toBe(2);
    await store.close();
  });

  it('a database of a newer Assay: STORE_NEWER, unchanged', () => {
    const file = join(folder(), 'runs.db');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    expect(() => new SqliteStore({ file })).toThrow(expect.objectContaining({ code: 'STORE_NEWER' }));
  });

  it('a folder that cannot be written: HOME_UNWRITABLE', () => {
    expect(() => new SqliteStore({ file: '/proc/no/runs.db' })).toThrow(
      expect.objectContaining({ code: 'HOME_UNWRITABLE' }),
    );
  });

  it('a full disk: DISK_FULL, everything acknowledged is still there, and it continues once there is room', async () => {
    const file = join(folder(), 'runs.db');
    const store = new SqliteStore({ file });
    const lease = await store.create(r1, [created(r1)], 1, worker, 1000);
    store.limitPages(1);
    // The room reserved for the log is used up first.
    let head = Seq.parse(1);
    const many = Array.from({ length: 500 }, () => attached);
    const fill = async () => {
      for (let n = 0; n < 10_000; n += 1) head = await store.append(lease, head, many, 2);
    };
    await expect(fill()).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(await readAll(store, r1)).toHaveLength(head);
    store.limitPages(1_000_000);
    expect(await store.append(lease, head, [attached], 3)).toBe(head + 1);
    await store.close();
  });
});
