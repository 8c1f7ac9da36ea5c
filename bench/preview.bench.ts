import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { BIG_FILES, type BigFile, writeBigFile } from './lib/big-files.ts';
import { median } from './lib/measure.ts';

export const name = 'preview';
export const title = 'Previewing 1 GB files, compared with jq (whole processes)';

const GIGABYTE = 1_000_000_000;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const size = ctx.quick ? GIGABYTE / 10 : GIGABYTE;
  const folder = await mkdtemp(join(tmpdir(), 'assay-preview-'));
  const rows: BenchRow[] = [];
  try {
    for (const [kind, file] of Object.entries(BIG_FILES)) {
      const path = join(folder, file.name);
      ctx.say(`writing ${size / 1e6} MB of ${file.name}`);
      const items = writeBigFile(path, file, kind === 'wrapper' ? size * 0.9 : size);
      ctx.say('measuring');
      rows.push(...(kind === 'wrapper' ? wrapperRows(ctx, path) : fileRows(ctx, path, file, items)));
      if (kind === 'array') rows.push(jqRow(path, rows[0]?.value ?? 0, ctx));
      // One at a time: they are large.
      await rm(path);
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fileRows(ctx: BenchContext, path: string, file: BigFile, items: number): BenchRow[] {
  const plain = previews(ctx, path, []);
  const counted = previews(ctx, path, ['--count']);
  const total = counted.last.collections[0]?.total;
  if (total !== items) throw new Error(`${file.name}: ${total} counted, ${items} written`);
  const guess = plain.last.collections[0]?.total ?? 0;
  return [
    {
      label: file.name,
      value: plain.seconds,
      unit: 's',
      ...judge(plain.seconds, 'at most', 1.5),
      note: `${cpu(plain)}; total estimated ${percent(guess, items)} off`,
    },
    { label: `${file.name}, memory`, value: plain.megabytes, unit: 'MB', ...judge(plain.megabytes, 'at most', 150) },
    {
      label: `${file.name} --count`,
      value: counted.seconds,
      unit: 's',
      note: `${cpu(counted)}; ${items.toLocaleString('en')} counted, exactly`,
    },
    {
      label: `${file.name} --count, memory`,
      value: counted.megabytes,
      unit: 'MB',
      ...judge(counted.megabytes, 'at most', 150),
    },
  ];
}

/** The array asked for stands behind 900 MB of something else. */
function wrapperRows(ctx: BenchContext, path: string): BenchRow[] {
  const { seconds, megabytes, last } = previews(ctx, path, []);
  const found = last.collections.find((collection) => collection.path === '.entities');
  if (found?.total !== 3) throw new Error('the array behind the large sibling was not found');
  const speed = (ctx.quick ? 90 : 900) / (last.ms / 1000);
  return [
    { label: 'an array after a 900 MB sibling', value: seconds, unit: 's', note: 'reads every byte' },
    { label: 'skipping the sibling', value: speed, unit: 'MB/s' },
    { label: '… memory', value: megabytes, unit: 'MB', ...judge(megabytes, 'at most', 150) },
  ];
}

function jqRow(path: string, ours: number, ctx: BenchContext): BenchRow {
  const label = "jq '.[:5]' on the same array";
  if (spawnSync('jq', ['--version']).error) return skipped(label, 'jq is not installed');
  ctx.say('jq reads the same file; this takes a while');
  const started = performance.now();
  const ended = spawnSync('jq', ['.[:5]', path], { stdio: ['ignore', 'ignore', 'inherit'] });
  const seconds = (performance.now() - started) / 1000;
  if (ended.status !== 0) return { label, value: null, unit: '', note: `failed: exit ${ended.status}` };
  const ratio = seconds / ours;
  return { label, value: seconds, unit: 's', ratio, ...judge(ratio, 'at least', 10), note: 'ratio: jq ÷ Assay' };
}

const Told = z.object({
  ms: z.number(),
  cpuSeconds: z.number(),
  maxRssKb: z.number(),
  collections: z.array(z.object({ path: z.string(), total: z.number() })),
});

function previews(ctx: BenchContext, path: string, flags: readonly string[]) {
  const times: number[] = [];
  let megabytes = 0;
  let last: z.infer<typeof Told> | undefined;
  for (let round = 0; round < (ctx.quick ? 1 : 3); round += 1) {
    const started = performance.now();
    const child = join(ctx.root, 'bench', 'assay', 'preview.ts');
    const ended = spawnSync(process.execPath, [child, path, ...flags], { encoding: 'utf8' });
    times.push((performance.now() - started) / 1000);
    if (ended.status !== 0) throw new Error(ended.stderr.slice(0, 300));
    last = Told.parse(JSON.parse(ended.stdout));
    megabytes = Math.max(megabytes, last.maxRssKb / 1024);
  }
  if (!last) throw new Error('nothing was measured');
  return { seconds: median(times), megabytes, last };
}

/** On a busy machine this says more than the time on the clock. */
const cpu = ({ last }: { last: z.infer<typeof Told> }): string => `${last.cpuSeconds.toFixed(2)} s of CPU`;

const percent = (guess: number, real: number): string => `${Math.abs(100 * (guess / real - 1)).toFixed(1)} %`;
