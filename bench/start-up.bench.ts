import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { interleaved, median } from './lib/measure.ts';

export const name = 'start-up';
export const title = 'Startup: `assay --version` compared with `node -e 0`';

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const assay = join(ctx.root, 'bin', 'assay');
  if (!existsSync(assay)) return [skipped('assay --version', 'bin/assay does not exist')];
  const sides = [() => timed(assay, ['--version']), () => timed(process.execPath, ['-e', '0'])];
  ctx.say('warming the compile cache');
  await interleaved(3, sides, async (side) => side());
  const rounds = ctx.quick ? 8 : 40;
  ctx.say(`${rounds} runs of each, in turn`);
  const [ours = [], bare = []] = await interleaved(rounds, sides, async (side) => side());
  const ratio = median(ours) / median(bare);
  return [
    {
      label: 'assay --version',
      value: median(ours),
      unit: 'ms',
      ratio,
      ...judge(ratio, 'at most', 2),
      note: `median of ${rounds}`,
    },
    { label: 'node -e 0', value: median(bare), unit: 'ms', note: `median of ${rounds}; Node ${process.version}` },
  ];
}

function timed(command: string, args: string[]): number {
  const started = performance.now();
  const ended = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  const ms = performance.now() - started;
  if (ended.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${ended.status}: ${ended.stderr}`);
  return ms;
}
