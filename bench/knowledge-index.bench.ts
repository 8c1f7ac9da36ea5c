import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { watchProject } from '../src/knowledge/code/watch-project.ts';
import { Knowledge } from '../src/knowledge/knowledge.ts';
import { processorTime, processorTimeOf } from './knowledge/processor-time.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';
import { median } from './lib/measure.ts';

export const name = 'knowledge-index';
export const title =
  'Indexing a repository: this one, and the clones in ASSAY_BENCH_REPOSITORIES (paths separated by ":")';

/** What the issue states is for 100,000 lines; other sizes are held to their share of it. */
const LINES = 100_000;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const named = (process.env.ASSAY_BENCH_REPOSITORIES ?? '').split(':').filter((path) => path !== '');
  const rows: BenchRow[] = [];
  for (const source of [ctx.root, ...named]) rows.push(...(await measureReading(ctx, source)));
  return rows;
}

/** Of one repository: read for the first time, opened again, and changed while it is watched. */
export async function measureReading(ctx: Pick<BenchContext, 'quick' | 'say'>, source: string): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-index-'));
  const root = join(folder, 'tree');
  try {
    execFileSync('git', ['clone', '-q', '--no-hardlinks', source, root]);
    ctx.say(`${source}: reading`);
    const file = join(folder, 'knowledge.db');
    const first = new Knowledge(root, file);
    const began = performance.now();
    const { ms, result } = await processorTimeOf(() => first.index());
    const wall = (performance.now() - began) / 1_000;
    const lines = Number(first.store.db.get('SELECT sum(lines) AS n FROM files')?.n ?? 0);
    first.close();
    const seconds = ms / 1_000;
    const share = (seconds * LINES) / Math.max(LINES, lines);
    const label = source.endsWith('/repo') ? basename(join(source, '..')).replace('+', '/') : basename(source);
    const opened = await unchanged(ctx, root, file);
    const seen = await changedFile(ctx, root, file);
    return [
      {
        label: `${label}: ${result.files.toLocaleString('en-GB')} files, ${lines.toLocaleString('en-GB')} lines, first read`,
        value: seconds,
        unit: 's CPU',
        ...judge(share, 'at most', 20),
        note: `${share.toFixed(1)} s for ${LINES.toLocaleString('en-GB')} lines; ${wall.toFixed(0)} s wall clock on a busy machine; on one core of two`,
      },
      {
        label: '… nothing changed: open and compare every file',
        value: opened,
        unit: 'ms CPU',
        ...judge(opened, 'at most', 200),
      },
      {
        label: '… a watched file changed: found by a search',
        value: seen.cpu + seen.settle,
        unit: 'ms',
        ...judge(seen.cpu + seen.settle, 'at most', 300),
        note: `${seen.settle} ms waiting for more changes, ${seen.cpu.toFixed(0)} ms CPU; ${seen.wall.toFixed(0)} ms wall clock`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unchanged(ctx: Pick<BenchContext, 'quick'>, root: string, file: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < (ctx.quick ? 2 : 7); round += 1) {
    const opening = processorTime(() => new Knowledge(root, file));
    const { ms } = await processorTimeOf(() => opening.result.index());
    opening.result.close();
    times.push(opening.ms + ms);
  }
  return median(times);
}

const SETTLE_MS = 100;

/** From the write until a search in the same process finds what is new; the median of a few. */
async function changedFile(
  ctx: Pick<BenchContext, 'quick'>,
  root: string,
  file: string,
): Promise<{ cpu: number; settle: number; wall: number }> {
  const knowledge = new Knowledge(root, file);
  const path = String(
    knowledge.store.db.get(
      "SELECT path FROM files WHERE facet = 'source' AND grammar IS NOT NULL ORDER BY lines LIMIT 1 OFFSET 20",
    )?.path,
  );
  knowledge.code.search('warm up');
  const stop = new AbortController();
  let updated: () => void = () => undefined;
  const watching = watchProject({
    root,
    signal: stop.signal,
    update: async (only) => {
      await knowledge.index(only === null ? {} : { only });
      updated();
    },
  });
  // The watcher begins a moment after it is asked for.
  await new Promise((done) => setTimeout(done, 500));
  const [cpus, walls]: [number[], number[]] = [[], []];
  for (let round = 0; round < (ctx.quick ? 2 : 7); round += 1) {
    const word = `zebra${['one', 'two', 'three', 'four', 'five', 'six', 'seven'][round] ?? 'x'}crossing`;
    const began = performance.now();
    const { ms } = await processorTimeOf(async () => {
      appendFileSync(join(root, path), `\n# ${word}\n`);
      while (!knowledge.code.search(word).some((hit) => hit.path === path))
        await new Promise<void>((done) => {
          updated = done;
        });
    });
    cpus.push(ms);
    walls.push(performance.now() - began);
  }
  stop.abort();
  await watching;
  knowledge.close();
  return { cpu: median(cpus), settle: SETTLE_MS, wall: median(walls) };
}
