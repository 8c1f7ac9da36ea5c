import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaryTool } from '../src/tools/find-binary/tool.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';
import { median } from './lib/measure.ts';

export const name = 'find-binary';
export const title = 'Finding a program in a PATH of 14 folders with 4,200 programs (in process)';

const FOLDERS = 12;
const PROGRAMS = 350;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const root = await mkdtemp(join(tmpdir(), 'assay-find-binary-'));
  try {
    const env = machine(root);
    const rounds = ctx.quick ? 5 : 31;
    const cold = { name: 'zork', fresh: true };
    const rows = [
      await timed('search, write to the cache', rounds, env, root, cold, 100),
      await timed('search and read the version', rounds, env, root, { ...cold, minVersion: '1' }, 100),
      await timed('cached, checked for changes', rounds, env, root, { name: 'zork' }, 10),
      await timed('cached with version', rounds, env, root, { name: 'zork', minVersion: '1' }, 10),
      await timed('not found: every folder, nearest names', rounds, env, root, { name: 'zorkmidd' }, 100),
    ];
    return rows;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** The program lies in the project, so that the whole PATH is searched first. */
function machine(root: string): Record<string, string> {
  const folders = Array.from({ length: FOLDERS }, (_, at) => join(root, `path${at}`));
  for (const [at, folder] of folders.entries()) {
    mkdirSync(folder);
    for (let n = 0; n < PROGRAMS; n += 1) writeFileSync(join(folder, `program-${at}-${n}`), '');
  }
  const own = join(root, 'repo', 'target', 'release');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'zork'), '#!/bin/sh\necho zork 1.2.3\n');
  chmodSync(join(own, 'zork'), 0o755);
  return { PATH: [...folders, '/usr/bin', '/bin'].join(':'), HOME: root, ASSAY_HOME: join(root, 'assay') };
}

async function timed(
  label: string,
  rounds: number,
  env: Record<string, string>,
  root: string,
  input: Record<string, unknown>,
  limit: number,
): Promise<BenchRow> {
  const tool = findBinaryTool();
  const context = { signal: new AbortController().signal, cwd: join(root, 'repo'), env, progress: () => {} };
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const result = await tool.run(tool.input.parse(input), context);
    times.push(performance.now() - started);
    const wanted = input.name === 'zork';
    if (result.ok !== wanted) throw new Error(`${label}: ${JSON.stringify(result)}`);
  }
  const worst = Math.max(...times).toFixed(1);
  return {
    label,
    value: median(times),
    unit: 'ms',
    ...judge(median(times), 'at most', limit),
    note: `slowest ${worst}`,
  };
}
