import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RunId, Seq, WorkerId } from '#contracts/ids.ts';
import { chainHash } from './chain.ts';
import { type DamagedLog, repairLog } from './repair.ts';
import { SqliteStore } from './sqlite-store.ts';
import { attached, created, readAll } from './testing/store-under-test.ts';
import { verifyLogs } from './verify.ts';

const worker = WorkerId.parse('worker-a');
const r1 = RunId.parse('r1');

/** A database with one run of four events, each in a row of its own. Before some, letters came that led to nothing. */
async function database(letters: Readonly<Record<number, readonly number[]>> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-repair-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'runs.db');
  const store = new SqliteStore({ file });
  let lease = await store.create(r1, [created(r1)], 1_000, worker, 1_000);
  for (let seq = 2; seq <= 5; seq += 1) {
    for (const at of letters[seq] ?? []) {
      asVersion010Did(file, seq, at);
      await store.release(lease);
      const again = await store.lease(r1, worker, 1_000);
      if (again.ok) lease = again.token;
    }
    if (seq <= 4) await store.append(lease, Seq.parse(seq - 1), [attached], seq * 1_000);
    // The store's cache of a run would hide data that was written without it.
    await store.release(lease);
    const next = await store.lease(r1, worker, 1_000);
    if (next.ok) lease = next.token;
  }
  await store.release(lease);
  await store.close();
  return file;
}

/** What an append without events did in 0.1.0: a new chain, and no row. */
function asVersion010Did(file: string, seq: number, at: number): void {
  change(file, (db) => {
    const { chain } = db.prepare('SELECT chain FROM runs').get() ?? {};
    const moved = chainHash(String(chain), { seq, count: 0, at, body: '[]' });
    db.prepare('UPDATE runs SET chain = ?').run(moved);
  });
}

function change(file: string, work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(file);
  work(db);
  db.close();
}

const troubleIn = (file: string) => [...verifyLogs(file)][0]?.trouble;

function repair(file: string, more: { cut?: boolean } = {}) {
  const kept: DamagedLog[] = [];
  const keep = (damaged: DamagedLog) => `copy ${kept.push(damaged)}`;
  return {
    kept,
    repaired: () => repairLog({ file, run: r1, now: 9_000, by: 'me', isGone: () => false, keep, ...more }),
  };
}

async function typesIn(file: string): Promise<string[]> {
  const store = new SqliteStore({ file });
  try {
    return (await readAll(store, r1)).map(({ type }) => type);
  } finally {
    await store.close();
  }
}

const WHOLE = ['run.created', 'driver.attached', 'driver.attached', 'driver.attached'];

describe('S2.2 a log that letters without events broke', () => {
  it.each([
    ['one letter', { 3: [2_345] }, 'letters', 3],
    ['two letters at one place', { 3: [2_345, 2_900] }, 'letters', 3],
    ['letters at two places: the first is named', { 3: [2_345], 4: [3_000] }, 'letters', 3],
    ['one after the last event', { 5: [7_000] }, 'summary', 4],
  ])('%s: is distinguished from one that was altered, repaired, and continues', async (_how, letters, kind, seq) => {
    const file = await database(letters);
    expect(troubleIn(file)).toMatchObject({ kind, seq });
    const { kept, repaired } = repair(file);
    expect(repaired()).toMatchObject({ kept: 'copy 1', lost: 0, events: 5 });
    expect(kept[0]?.appends).toHaveLength(4);
    expect(troubleIn(file)).toBeNull();
    expect(await typesIn(file)).toEqual([...WHOLE, 'log.repaired']);
    const store = new SqliteStore({ file });
    const lease = await store.lease(r1, worker, 1_000);
    if (!lease.ok) throw new Error('held');
    await store.append(lease.token, Seq.parse(5), [attached], 9_001);
    await store.release(lease.token);
    await store.close();
    expect(troubleIn(file)).toBeNull();
    expect(repair(file).repaired()).toBeNull();
  });

  it('a whole log is sound, and left alone', async () => {
    const file = await database();
    expect(troubleIn(file)).toBeNull();
    expect(repair(file).repaired()).toBeNull();
    expect(await typesIn(file)).toEqual(WHOLE);
  });
});

describe('S2.2 a log that was altered', () => {
  const alter = (file: string, sql: string) => change(file, (db) => db.exec(sql));

  it.each([
    ['an event edited', `UPDATE appends SET body = replace(body, 'worker-a', 'worker-b') WHERE id % 1024 = 3`, 3],
    ['an event taken out', 'DELETE FROM appends WHERE id % 1024 = 2', 2],
    ['the last taken out', 'DELETE FROM appends WHERE id % 1024 = 4', 4],
  ])('%s: names it, repairs nothing unasked, and cuts when asked', async (_how, sql, seq) => {
    const file = await database();
    alter(file, sql);
    expect(troubleIn(file)).toMatchObject({ kind: 'damaged', seq });
    const asked = repair(file);
    expect(asked.repaired).toThrow(expect.objectContaining({ code: 'LOG_TAMPERED' }));
    expect(asked.kept).toEqual([]);
    expect(repair(file, { cut: true }).repaired()).toMatchObject({ lost: 4 - (seq - 1), events: seq });
    expect(await typesIn(file)).toEqual([...WHOLE.slice(0, seq - 1), 'log.repaired']);
    expect(troubleIn(file)).toBeNull();
  });

  it('an edit that also continued the chain is not taken for mail without effect', async () => {
    const file = await database({ 3: [2_345] });
    alter(file, `UPDATE appends SET body = replace(body, 'worker-a', 'worker-b') WHERE id % 1024 = 3`);
    expect(troubleIn(file)).toMatchObject({ kind: 'damaged', seq: 3 });
  });

  it.each([
    ['its entry', `UPDATE runs SET header = json_set(header, '$.status', 'completed')`],
    ['the column by which it is found', `UPDATE runs SET status = 'completed'`],
  ])('a list of runs that says something else than the log, in %s', async (_where, sql) => {
    const file = await database();
    alter(file, sql);
    expect(troubleIn(file)).toMatchObject({ kind: 'summary', seen: expect.stringContaining('status') });
    expect(repair(file).repaired()).toMatchObject({ lost: 0 });
    expect(troubleIn(file)).toBeNull();
  });

  it.each([
    ['cut short', `'{"run":'`],
    ['empty', `'{}'`],
    ['null', `'null'`],
    ['another run’s', `json_set(header, '$.run', 'r9')`],
  ])('an entry that is %s hides no run: the list tells what the events do, and it is repaired', async (_how, value) => {
    const file = await database();
    const store = new SqliteStore({ file });
    const [before] = await store.list();
    alter(file, `UPDATE runs SET header = ${value}`);
    expect(await store.list()).toEqual([before]);
    expect(await store.header(r1)).toEqual(before);
    alter(file, 'UPDATE appends SET body = zeroblob(9) WHERE id % 1024 = 1');
    expect(await store.list()).toMatchObject([{ run: 'r1', session: 's', head: 4, title: '(cannot be read)' }]);
    alter(
      file,
      `UPDATE appends SET body = '${JSON.stringify([['run.created', 1, created(r1).data]])}' WHERE id % 1024 = 1`,
    );
    expect(troubleIn(file)).toMatchObject({ kind: 'summary', seen: expect.stringContaining('cannot be read') });
    expect(repair(file).repaired()).toMatchObject({ lost: 0 });
    expect(troubleIn(file)).toBeNull();
    await store.close();
  });

  it('a row that is not text is read as an altered event', async () => {
    const file = await database();
    alter(file, 'UPDATE appends SET body = zeroblob(9) WHERE id % 1024 = 3');
    await expect(typesIn(file)).rejects.toMatchObject({
      code: 'LOG_TAMPERED',
      message: expect.stringContaining('event 3'),
    });
    const store = new SqliteStore({ file });
    await expect(readAll(store, r1, Seq.parse(3))).rejects.toMatchObject({ code: 'LOG_TAMPERED' });
    await store.close();
  });

  it.each([
    ['edited', `UPDATE appends SET body = replace(body, 'worker-a', 'worker-b') WHERE id % 1024 = 3`],
    ['taken out', 'DELETE FROM appends WHERE id % 1024 = 3'],
    ['unreadable', 'UPDATE appends SET body = zeroblob(9) WHERE id % 1024 = 3'],
  ])('an event %s is not carried into a fork, where it would be in order', async (_how, sql) => {
    const file = await database();
    alter(file, sql);
    const store = new SqliteStore({ file });
    const fork = (seq: number) => store.fork(r1, Seq.parse(seq), RunId.parse(`f${seq}`), 9_000);
    await expect(fork(4)).rejects.toMatchObject({ code: 'LOG_TAMPERED', message: expect.stringContaining('event 3') });
    await fork(2);
    expect((await store.list()).map(({ run }) => run)).toEqual(['f2', 'r1']);
    await store.close();
  });

  it('mail of an unknown type is reported in one line', async () => {
    const file = await database();
    alter(file, `INSERT INTO mail (run, at, by, mail) VALUES ('r1', 1, 'me', '{"type":"dance"}')`);
    const store = new SqliteStore({ file });
    await expect(store.mail(r1)).rejects.toMatchObject({
      code: 'STORE_NEWER',
      message: expect.not.stringContaining('\n'),
    });
    await store.close();
  });

  it('is not repaired under a process that drives the run', async () => {
    const file = await database({ 3: [2_345] });
    alter(file, `UPDATE runs SET lease_worker = 'worker-a', lease_expires = 99000`);
    expect(repair(file).repaired).toThrow(expect.objectContaining({ code: 'RUN_HELD' }));
    expect(troubleIn(file)).toMatchObject({ kind: 'letters' });
  });
});
