import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchContext, type BenchRow, skipped } from './lib/bench.ts';
import { compareRows } from './lib/durable-rows.ts';
import { SETTINGS, type Setting, type Side, sidesFor } from './lib/durable-sides.ts';
import { type ChildOutcome, interleaved, measureChild } from './lib/measure.ts';

export const name = 'durable-nodes';
export const title = 'Durable nodes per second (ratio: Assay ÷ the row)';

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const peers = await ctx.peers();
  if (!peers.ready) return [skipped('all peers', peers.why)];
  const rows: BenchRow[] = [];
  for (const setting of SETTINGS) rows.push(...(await compare(ctx, setting)));
  return rows;
}

/** All sides at one shape and one durability, in turn, in this run: the numbers of a group belong together. */
async function compare(ctx: BenchContext, setting: Setting): Promise<BenchRow[]> {
  const sides = sidesFor(setting).filter((side) => existsSync(join(ctx.root, side.file)));
  const outcomes = await interleaved(ctx.quick ? 1 : 3, sides, (side) => {
    ctx.say(`${setting.label}: ${[side.file, side.form].filter(Boolean).join(' ')}`);
    return measureSide(ctx.root, side, setting);
  });
  return compareRows(
    setting,
    sides.map((side, index) => ({ side, outcomes: outcomes[index] ?? [] })),
  );
}

async function measureSide(root: string, side: Side, setting: Setting): Promise<ChildOutcome> {
  // A new folder each time: no side meets a database it has already filled.
  const dir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', remove);
  const form = side.form === undefined ? [] : ['--form', side.form];
  const args = [join(root, side.file), ...setting.args, '--sync', side.sync ?? setting.sync, ...form, '--dir', dir];
  try {
    return await measureChild({ command: process.execPath, args, cwd: root, timeoutMs: 300_000 });
  } finally {
    process.off('exit', remove);
    remove();
  }
}
