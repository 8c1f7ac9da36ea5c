import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GraphHash, RunId, SessionId, WorkerId } from '#contracts/ids.ts';
import { type NewEvent, newEvent } from '#contracts/run-events.ts';
import { damageOf, salvage } from './salvage.ts';
import { SqliteStore } from './sqlite-store.ts';

const worker = WorkerId.parse('w');
const PAGE = 4096;
const RUNS = 60;
const APPENDS = 12;

const idOf = (n: number): RunId => RunId.parse(`r${String(n).padStart(3, '0')}`);

const created = (run: RunId): NewEvent =>
  newEvent('run.created', {
    run,
    session: SessionId.parse('s'),
    title: `run ${run}`,
    graph: { name: 'g', version: 1, hash: GraphHash.parse('0'.repeat(16)) },
    input: { inline: null },
    lane: 'normal',
    budget: {},
    simulated: false,
  });

const paused = (n: number): NewEvent => newEvent('run.paused', { reason: 'person', detail: `${n} ${'x'.repeat(400)}` });

/** A database of many runs, all in its one file. */
async function database(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-salvage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'assay.db');
  const store = new SqliteStore({ file });
  for (let n = 1; n <= RUNS; n += 1) {
    const lease = await store.create(idOf(n), [created(idOf(n))], n, worker, 1_000);
    let head = (await store.header(idOf(n)))?.head;
    for (let k = 0; k < APPENDS && head !== undefined; k += 1) head = await store.append(lease, head, [paused(k)], n);
    await store.release(lease);
  }
  await store.postMail(idOf(1), { type: 'resume' }, 'me', 1);
  await store.close();
  return file;
}

const seqsOf = async (store: SqliteStore, run: RunId): Promise<number[]> => {
  const seqs: number[] = [];
  for await (const { seq } of store.read(run)) seqs.push(seq);
  return seqs;
};

function overwrite(file: string, from: number, bytes: number): void {
  writeSync(openSync(file, 'r+'), Buffer.alloc(bytes, 0xa5), 0, bytes, from);
}

/** The pages where appends lie; most others are reserve. */
function appendPages(file: string): number[] {
  const bytes = readFileSync(file);
  const all = Array.from({ length: bytes.length / PAGE }, (_, page) => page);
  return all.filter((page) => bytes.subarray(page * PAGE, (page + 1) * PAGE).includes('x'.repeat(300)));
}

const nobody = { now: Date.parse('2030-01-02T03:04:05Z'), isGone: () => false };

describe('salvage', () => {
  it('saves every run it can read of a file with damaged pages in its middle', async () => {
    const file = await database();
    const before = new SqliteStore({ file });
    const first = await seqsOf(before, idOf(1));
    await before.close();
    const pages = appendPages(file);
    for (const page of pages.slice(pages.length / 2, pages.length / 2 + 6)) overwrite(file, page * PAGE, PAGE);
    expect(damageOf(file)).not.toEqual([]);

    const { saved, lost, kept } = salvage({ file, ...nobody });
    expect(kept).toBe(`${file}.damaged-2030-01-02T030405`);
    expect(existsSync(kept)).toBe(true);
    expect(damageOf(file)).toEqual([]);
    expect(saved.length + lost.length).toBe(RUNS);
    const cut = saved.filter((run) => run.lost !== 0);
    expect(cut.length + lost.length).toBeGreaterThan(0);
    expect(saved.filter((run) => run.lost === 0).length).toBeGreaterThan(RUNS / 2);

    const store = new SqliteStore({ file });
    expect((await store.list()).length).toBe(saved.length);
    for (const run of saved) {
      const seqs = await seqsOf(store, RunId.parse(run.run));
      expect(seqs).toEqual(first.slice(0, run.saved));
      if (run.lost !== null) expect(run.saved + run.lost).toBe(1 + APPENDS);
    }
    expect(await store.mail(idOf(1))).toHaveLength(1);
    // A saved run can be worked on.
    const again = await store.lease(RunId.parse(saved[0]?.run), worker, 1_000);
    expect(again.ok).toBe(true);
    await store.close();
    expect(readdirSync(join(file, '..')).filter((name) => name.startsWith('salvage-'))).toEqual([]);
  });

  it('starts again where nothing can be read, and keeps the file', async () => {
    const file = await database();
    overwrite(file, 0, statSync(file).size);
    const { saved, kept } = salvage({ file, ...nobody });
    expect(saved).toEqual([]);
    expect(statSync(kept).size).toBeGreaterThan(0);
    expect(damageOf(file)).toEqual([]);
  });

  it('leaves a database alone while someone drives a run in it', async () => {
    const file = await database();
    const store = new SqliteStore({ file });
    await store.lease(idOf(3), worker, 60_000);
    await store.close();
    expect(() => salvage({ file, now: Date.now(), isGone: () => false })).toThrowError(/still drives run r003/);
    expect(salvage({ file, now: Date.now(), isGone: () => true }).saved).toHaveLength(RUNS);
  });

  it('does not take a file it cannot reach or that is locked for a damaged one', async () => {
    const file = await database();
    expect(() => damageOf(join(file, '..'))).toThrowError(/cannot be opened/);
    const other = new DatabaseSync(file);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM mail;');
    expect(() => damageOf(file)).toThrowError(/another process holds/);
    other.exec('ROLLBACK');
    other.close();
    expect(damageOf(file)).toEqual([]);
  });
});
