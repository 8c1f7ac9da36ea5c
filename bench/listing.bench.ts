import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GraphHash, RunId, SessionId, WorkerId } from '../src/contracts/ids.ts';
import { newEvent } from '../src/contracts/run-events.ts';
import { SqliteStore } from '../src/engine/log/sqlite-store.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';
import { median } from './lib/measure.ts';

export const name = 'listing';
export const title = 'Listing 10,000 runs';

const RUNS = 10_000;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const home = await mkdtemp(join(tmpdir(), 'assay-listing-'));
  mkdirSync(join(home, 'db'));
  try {
    ctx.say('writing 10,000 runs');
    const store = await filled(join(home, 'db', 'assay.db'));
    ctx.say('listing');
    const times: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const started = performance.now();
      const listed = await store.list();
      times.push(performance.now() - started);
      if (listed.length !== RUNS) throw new Error(`${listed.length} listed`);
    }
    await store.close();
    return [
      {
        label: 'all run headers, in process',
        value: median(times),
        unit: 'ms',
        ...judge(median(times), 'at most', 100),
      },
      ...commandRows(ctx.root, home),
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** What a person types, the start of the process included. */
function commandRows(root: string, home: string): BenchRow[] {
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const started = performance.now();
    const ended = spawnSync(join(root, 'bin', 'assay'), ['runs', 'list'], {
      env: { ...process.env, ASSAY_HOME: home },
      encoding: 'utf8',
    });
    times.push(performance.now() - started);
    if (ended.status !== 0)
      return [{ label: '`assay runs list`', value: null, unit: '', note: `failed: ${ended.stderr.slice(0, 200)}` }];
  }
  return [
    { label: '`assay runs list`, whole process', value: median(times), unit: 'ms', note: 'newest page of 10,000' },
  ];
}

async function filled(file: string): Promise<SqliteStore> {
  const store = new SqliteStore({ file });
  const graph = { name: 'g', version: 1, hash: GraphHash.parse('0123456789abcdef') };
  const worker = WorkerId.parse('bench');
  const writes = Array.from({ length: RUNS }, (_, n) => {
    const run = RunId.parse(`r${String(n).padStart(6, '0')}`);
    const created = newEvent('run.created', {
      run,
      session: SessionId.parse(`s${n % 100}`),
      title: `run number ${n} of the listing benchmark`,
      graph,
      input: { inline: null },
      lane: 'normal',
      budget: {},
      simulated: true,
    });
    return store.create(run, [created], n, worker, 1);
  });
  await Promise.all(writes);
  return store;
}
