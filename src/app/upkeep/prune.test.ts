import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GraphHash, RunId, Seq, SessionId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { newEvent } from '#contracts/run-events.ts';
import type { Runs } from '#engine/runs.ts';
import { openRuns } from '../open-runs.ts';
import { deleteRun, prune } from './prune.ts';
import { verifyRun } from './verify-run.ts';

const DAY = 86_400_000;
const env = { PATH: process.env.PATH };

async function home(): Promise<Runs> {
  const root = mkdtempSync(join(tmpdir(), 'assay-prune-'));
  const runs = await openRuns({ ...env, ASSAY_HOME: root });
  onTestFinished(async () => {
    await runs.close();
    rmSync(root, { recursive: true, force: true });
  });
  return runs;
}

/** A run that ended this many days ago, with this text in its log. */
async function ended(runs: Runs, name: string, days: number, input: Json = null, isOver = true): Promise<RunId> {
  const run = RunId.parse(name);
  const at = Date.now() - days * DAY;
  const graph = { name: 'g', version: 1, hash: GraphHash.parse('0123456789abcdef') };
  const made = newEvent('run.created', {
    ...{ run, session: SessionId.parse('s'), title: name, graph, input: { inline: input } },
    ...{ lane: 'normal', budget: {}, simulated: false },
  });
  const lease = await runs.store.create(run, [made], at, runs.worker, 1_000);
  const end = newEvent('run.ended', { ending: { status: 'completed', output: { inline: 'done' } } });
  if (isOver) await runs.store.append(lease, Seq.parse(1), [end], at);
  await runs.store.release(lease);
  mkdirSync(join(runs.home.root, 'transcripts', run), { recursive: true });
  writeFileSync(join(runs.home.root, 'transcripts', run, 'a-1.jsonl'), '{}\n');
  return run;
}

/** A blob that was stored days ago. */
async function blob(runs: Runs, text: string): Promise<string> {
  const hash = await runs.blobs.put(text);
  const old = new Date(Date.now() - 3 * DAY);
  utimesSync(join(runs.home.blobs, hash.slice(0, 2), hash.slice(2)), old, old);
  return hash;
}

const has = async (runs: Runs, hash: string) => existsSync(join(runs.home.blobs, hash.slice(0, 2), hash.slice(2)));
const left = async (runs: Runs) => (await runs.store.list()).map(({ run }) => run).sort();

describe('S2.6 pruning', () => {
  it('deletes old finished runs that are not pinned, with all that only they refer to; the rest stays whole', async () => {
    const runs = await home();
    const inner = await blob(runs, 'evidence of the old run that the young one names too');
    const shared = await blob(runs, JSON.stringify({ evidence: inner }));
    const own = await blob(runs, 'only the old run names this');
    await ended(runs, 'old', 40, { shared, own });
    await ended(runs, 'kept', 40);
    await ended(runs, 'young', 2, { shared });
    await ended(runs, 'waiting', 40, null, false);
    await runs.store.pin(RunId.parse('kept'), true);
    mkdirSync(join(runs.home.root, 'seats/conversations/old/claude'), { recursive: true });
    mkdirSync(join(runs.home.root, 'seats/conversations/young/claude'), { recursive: true });

    const before = Date.now() - 30 * DAY;
    const tried = await prune(runs, { before, dry: true, env });
    expect(tried).toMatchObject({
      runs: [{ run: 'old' }],
      collected: { blobs: { count: 1 }, transcripts: { count: 1 }, homes: { count: 1 } },
    });
    expect(await left(runs)).toEqual(['kept', 'old', 'waiting', 'young']);
    expect(await has(runs, own)).toBe(true);

    const pruned = await prune(runs, { before, dry: false, env });
    expect(pruned).toMatchObject({ runs: [{ run: 'old' }], compacted: expect.any(Boolean) });
    expect(pruned.collected).toEqual(tried.collected);
    expect(await left(runs)).toEqual(['kept', 'waiting', 'young']);
    expect(await Promise.all([own, shared, inner].map((hash) => has(runs, hash)))).toEqual([false, true, true]);
    expect(readdirSync(join(runs.home.root, 'transcripts')).sort()).toEqual(['kept', 'waiting', 'young']);
    expect(readdirSync(join(runs.home.root, 'seats/conversations'))).toEqual(['young']);
    for (const header of await runs.store.list()) expect((await verifyRun(runs, header)).troubles).toEqual([]);
    expect(await prune(runs, { before, dry: false, env })).toMatchObject({ runs: [], compacted: null });
  });

  it('takes the folders of examples along that no run names any more', async () => {
    const runs = await home();
    const old = new Date(Date.now() - 3 * DAY);
    for (const name of ['first-run-Old', 'first-run-Kept', 'first-run-New']) {
      const path = join(runs.home.root, 'examples', name);
      mkdirSync(path, { recursive: true });
      if (name !== 'first-run-New') utimesSync(path, old, old);
    }
    await ended(runs, 'old', 40, { folder: join(runs.home.root, 'examples/first-run-Old') });
    await ended(runs, 'young', 2, { folder: join(runs.home.root, 'examples/first-run-Kept') });
    await prune(runs, { before: Date.now() - 30 * DAY, dry: false, env });
    expect(readdirSync(join(runs.home.root, 'examples')).sort()).toEqual(['first-run-Kept', 'first-run-New']);
  });

  it('keeps files that a running attempt has just stored, even if they existed before', async () => {
    const runs = await home();
    const again = await blob(runs, 'put long ago, and put again now');
    const never = await blob(runs, 'put long ago');
    await runs.blobs.put('put long ago, and put again now');
    await ended(runs, 'old', 40);
    await prune(runs, { before: Date.now() - 30 * DAY, dry: false, env });
    expect(await Promise.all([again, never].map((hash) => has(runs, hash)))).toEqual([true, false]);
  });

  it('deletes one run by name; refuses one that is kept, open or driven', async () => {
    const runs = await home();
    const header = async (run: RunId) => {
      const found = await runs.store.header(run);
      if (!found) throw new Error('gone');
      return found;
    };
    const over = await ended(runs, 'over', 0);
    const open = await ended(runs, 'open', 0, null, false);
    await runs.store.pin(over, true);
    await expect(deleteRun(runs, await header(over), env)).rejects.toMatchObject({ message: 'run over is kept' });
    await runs.store.pin(over, false);
    await expect(deleteRun(runs, await header(open), env)).rejects.toMatchObject({ message: 'run open is not over' });
    const lease = await runs.store.lease(over, runs.worker, 10_000);
    if (!lease.ok) throw new Error('held');
    await expect(deleteRun(runs, await header(over), env)).rejects.toMatchObject({ code: 'RUN_HELD' });
    await runs.store.release(lease.token);
    expect(await deleteRun(runs, await header(over), env)).toMatchObject({ runs: [{ run: 'over' }] });
    expect(await left(runs)).toEqual(['open']);
  });
});
