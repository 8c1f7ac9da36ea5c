import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxPolicy } from '../src/contracts/sandbox.ts';
import { runProcess } from '../src/host/run-process.ts';
import { DEFAULT_SANDBOX_LIMITS } from '../src/sandbox/limits.ts';
import { createSandbox } from '../src/sandbox/sandbox.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { interleaved, median } from './lib/measure.ts';

export const name = 'sandbox';
export const title = 'A command in the sandbox, compared with the same command without it';

const AT_ONCE = 50;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const root = await mkdtemp(join(tmpdir(), 'assay-sandbox-bench-'));
  try {
    ctx.say('finding out what the sandbox holds');
    const begun = performance.now();
    const sandbox = await createSandbox({ folder: join(root, 'own'), env: process.env });
    const probe = performance.now() - begun;
    if (sandbox.ability.kind === 'none') return [skipped('a sandboxed command', sandbox.ability.why)];
    ctx.say('running commands');
    const rows = [
      ...(await compared('true', ctx, sandbox, root, 'true', [])),
      ...(await compared('git', ctx, sandbox, root, 'git', ['--version'])),
      await atOnce(sandbox, root),
      { label: 'the probe at startup', value: probe, unit: 'ms' },
    ];
    return rows;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function compared(
  label: string,
  ctx: BenchContext,
  sandbox: Sandbox,
  root: string,
  program: string,
  args: string[],
): Promise<BenchRow[]> {
  const policy = policyOf(root, label.replace(' ', '-'));
  const env = { PATH: '/usr/bin:/bin' };
  const sides = [
    () => runProcess({ program, args, cwd: root, env }),
    () => sandbox.exec({ program, args }, policy),
  ] as const;
  const timed = async (side: (typeof sides)[number]): Promise<number> => {
    const started = performance.now();
    const result = await side();
    if (result.exitCode !== 0) throw new Error(`${label}: ${result.outcome} ${result.stderr.text}`);
    return performance.now() - started;
  };
  const [bare = [], inside = []] = await interleaved(ctx.quick ? 9 : 61, sides, timed);
  const over = median(inside) - median(bare);
  return [
    { label: `\`${program} ${args.join(' ')}\` bare`, value: median(bare), unit: 'ms' },
    { label: '… in a sandbox', value: median(inside), unit: 'ms', ratio: median(inside) / median(bare) },
    { label: '… overhead', value: over, unit: 'ms', ...judge(over, 'at most', 15) },
  ];
}

async function atOnce(sandbox: Sandbox, root: string): Promise<BenchRow> {
  const started = performance.now();
  const all = Array.from({ length: AT_ONCE }, (_, n) => sandbox.exec({ program: 'true' }, policyOf(root, `ws-${n}`)));
  const failed = (await Promise.all(all)).filter(({ exitCode }) => exitCode !== 0).length;
  if (failed > 0) throw new Error(`${failed} of ${AT_ONCE} failed`);
  return { label: `${AT_ONCE} at once, total`, value: performance.now() - started, unit: 'ms' };
}

function policyOf(root: string, workspace: string): SandboxPolicy {
  const from = join(root, workspace);
  mkdirSync(from, { recursive: true });
  return { writable: [{ from, at: '/workspace' }], readOnly: [], network: 'none', limits: DEFAULT_SANDBOX_LIMITS };
}
