import { execFileSync } from 'node:child_process';
import { accepted } from '../src/contracts/gate.ts';
import type { TreeHash } from '../src/contracts/ids.ts';
import { measureImpact } from '../src/gates/impact/measure-impact.ts';
import type { Proof, ProofOrder } from '../src/gates/proof.ts';
import { projectGates } from '../src/workflows/gated-pr/effects/project-gates.ts';
import { edited, type Files, gateRig } from '../test/cheats/gate-rig.ts';
import { type BenchContext, type BenchRow, judge, skipped } from './lib/bench.ts';
import { median } from './lib/measure.ts';

export const name = 'impact';
export const title =
  'Steps on a large suite: tests the change reaches, compared with all tests (ratio: ÷ all tests, bare)';

/** A suite in one language: a module each with its test; every tenth stands on a module that ten share. */
interface Suite {
  readonly label: string;
  readonly files: Files;
  readonly test: (n: number, wanted: string) => Files;
  readonly code: (n: number, more: string) => Files;
}

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const count = ctx.quick ? 40 : 200;
  const rows = await measured(ctx, vitestSuite(count), ctx.quick ? 2 : 4);
  const lacks = pytestIsMissing();
  return [
    ...rows,
    ...(lacks ? [skipped('pytest', lacks)] : await measured(ctx, pytestSuite(count), ctx.quick ? 2 : 4)),
  ];
}

async function measured(ctx: BenchContext, suite: Suite, rounds: number): Promise<BenchRow[]> {
  const rig = await gateRig(suite.files);
  const { signal } = new AbortController();
  try {
    const { treeRunner, base } = rig;
    const gates = projectGates({
      ...{ treeRunner, readEvidence: rig.read, requests: async () => [] },
      examine: async () => ({ findings: [], doubts: [], verdict: accepted('not part of this measurement') }),
      reviewBy: async () => ({ findings: [] }),
      reviewers: async () => ({ author: null, reviewer: null }),
    });
    const runners = await treeRunner.runners(base);
    const [runner] = runners;
    if (!runner) throw new Error('no runner was found');
    ctx.say(`${suite.label}: all tests, bare`);
    const bare = await timed(() => treeRunner.test({ tree: base, runner, select: { type: 'all' } }, signal));
    ctx.say(`${suite.label}: seeing what main's tests reach`);
    const seen = await timed(() => measureImpact(treeRunner, base, runners, runner, signal));
    const order = (accepted: TreeHash, tree: TreeHash, lock: Proof['lock']): ProofOrder => ({
      ...{ base, accepted, tree, lock, testCommand: null, acceptedRun: null, preflight: false, mayChange: [] },
    });
    const [steps, whole, ran]: [number[], number[], number[]] = [[], [], []];
    for (let n = 0; n < rounds; n++) {
      const at = n * 7 + 3;
      ctx.say(`${suite.label}: RED and GREEN of part ${at}`);
      const tested = await edited(rig, base, suite.test(at, `${at + 2}`));
      const made = await edited(rig, tested, suite.code(at, ' + 1'));
      let lock: Proof['lock'] = null;
      for (const [kind, asked] of [
        ['RED', () => order(base, tested, null)],
        ['GREEN', () => order(tested, made, lock)],
      ] as const) {
        const taken = await timed(() => gates.prove(kind, asked(), signal, 'reached'));
        const { verdict, part } = taken.value;
        if (verdict.verdict !== 'accepted') throw new Error(`${kind}: ${JSON.stringify(verdict)}`);
        if (!part) throw new Error(`${kind}: all tests were run`);
        lock = taken.value.lock ?? lock;
        steps.push(taken.ms);
        ran.push(part.files);
        if (n === 0) whole.push((await timed(() => gates.prove(kind, asked(), signal, 'whole'))).ms);
      }
    }
    const [step, all] = [median(steps), median(whole)];
    return [
      { label: `${suite.label}: all tests, bare`, value: bare.ms / 1000, unit: 's' },
      { label: '… recording the map on main, once', value: seen.ms / 1000, unit: 's', ratio: seen.ms / bare.ms },
      { label: '… a step (RED, GREEN) with all tests', value: all / 1000, unit: 's', ratio: all / bare.ms },
      {
        label: '… a step with the tests it reaches',
        ...{ value: step / 1000, unit: 's', ratio: step / bare.ms },
        ...judge(step / bare.ms, 'at most', 0.3),
        note: `median of ${steps.length}; ${median(ran)} test file(s) run`,
      },
    ];
  } finally {
    await rig.close();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const begun = performance.now();
  const value = await work();
  return { ms: performance.now() - begun, value };
}

const parts = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

function vitestSuite(count: number): Suite {
  const code = (n: number, more = ''): Files => ({
    [`src/part${n}.ts`]: `import { base } from './base${Math.floor(n / 10)}.ts';\n\nexport const part = (x: number): number => base(x) + ${n}${more};\n`,
  });
  const test = (n: number, ...more: string[]): Files => ({
    [`test/part${n}.test.ts`]: `import { expect, it } from 'vitest';\nimport { part } from '../src/part${n}.ts';\n\nit('is numbered', () => expect(part(0)).toBeGreaterThanOrEqual(${n}));\n${more.map((wanted) => `it('counts on', () => expect(part(1)).toBe(${wanted}));\n`).join('')}`,
  });
  return {
    label: `vitest, ${count} test files`,
    files: {
      'package.json': JSON.stringify({
        ...{ name: 'large', type: 'module' },
        ...{ scripts: { test: 'vitest run' }, devDependencies: { vitest: '*' } },
      }),
      // Less to start for each file than with processes: the suite is the quicker, and the ratio the harder.
      'vitest.config.ts': "export default { test: { pool: 'threads' } };\n",
      ...Object.assign(
        {},
        ...parts(Math.ceil(count / 10)).map((n) => ({
          [`src/base${n}.ts`]: 'export const base = (x: number): number => x;\n',
        })),
        ...parts(count).flatMap((n) => [code(n), test(n)]),
      ),
    },
    test,
    code,
  };
}

function pytestSuite(count: number): Suite {
  const code = (n: number, more = ''): Files => ({
    [`large/part${n}.py`]: `from .base${Math.floor(n / 10)} import base\n\n\ndef part(x):\n    return base(x) + ${n}${more}\n`,
  });
  const test = (n: number, ...more: string[]): Files => ({
    [`tests/test_part${n}.py`]: `import time\n\nfrom large.part${n} import part\n\n\ndef test_is_numbered():\n    time.sleep(0.1)\n    assert part(0) >= ${n}\n${more.map((wanted) => `\n\ndef test_counts_on():\n    assert part(1) == ${wanted}\n`).join('')}`,
  });
  return {
    label: `pytest, ${count} test files of 0.1 s`,
    files: {
      'pyproject.toml': '[project]\nname = "large"\nversion = "1"\n\n[tool.pytest.ini_options]\n',
      'large/__init__.py': '',
      ...Object.assign(
        {},
        ...parts(Math.ceil(count / 10)).map((n) => ({ [`large/base${n}.py`]: 'def base(x):\n    return x\n' })),
        ...parts(count).flatMap((n) => [code(n), test(n)]),
      ),
    },
    test,
    code,
  };
}

function pytestIsMissing(): string | null {
  try {
    execFileSync('python3', ['-c', 'import pytest'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'python3 has no pytest';
  }
}
