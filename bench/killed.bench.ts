import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';

export const name = 'killed';
export const title = '`kill -9` half-way: nodes that ran twice (at most those in flight)';

const CASES = [
  { label: 'chain of 1,000, strict', args: ['--shape', 'chain', '--form', 'strict'], inFlight: 1 },
  { label: '10 layers × 100, strict', args: ['--shape', 'layers', '--form', 'strict'], inFlight: 100 },
  // Three events a node: at most 256 events, and what the last step added, wait for one commit.
  { label: 'chain of 1,000, pure', args: ['--shape', 'chain', '--form', 'pure'], inFlight: 87 },
] as const;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { label, args, inFlight } of CASES) {
    ctx.say(label);
    const dir = await mkdtemp(join(tmpdir(), 'assay-killed-'));
    const killAt = 300 + Math.floor(Math.random() * 400);
    const first = await life(ctx.root, [...args, '--dir', dir], killAt);
    const second = await life(ctx.root, [...args, '--dir', dir], null);
    await rm(dir, { recursive: true, force: true });
    const twice = second.nodes.filter((node) => first.nodes.includes(node)).length;
    const lost = 1000 - new Set([...first.nodes, ...second.nodes]).size;
    const whole = first.killed && second.output === '1000' && lost === 0;
    const verdict = judge(twice, 'at most', inFlight);
    rows.push({
      label,
      value: twice,
      unit: 'nodes',
      target: verdict.target,
      pass: verdict.pass && whole,
      note: `killed after ${first.nodes.length} of 1,000; resumed; ${lost} lost; result ${second.output}`,
    });
  }
  return rows;
}

interface Life {
  readonly nodes: readonly string[];
  readonly killed: boolean;
  readonly output: string | null;
}

function life(root: string, args: readonly string[], killAt: number | null): Promise<Life> {
  const file = join(root, 'bench/assay/killed.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (killAt !== null && text.split('\n').length > killAt) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_, signal) => {
      const lines = text.split('\n');
      const after = (word: string) =>
        lines.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length));
      resolve({ nodes: after('at '), killed: signal === 'SIGKILL', output: after('done ')[0] ?? null });
    });
  });
}
