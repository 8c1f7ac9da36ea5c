import { type AttemptRunner, NO_AGENT_USAGE } from '../src/contracts/agent.ts';
import type { Json } from '../src/contracts/json.ts';
import { rig } from '../src/engine/testing/rig.ts';
import { hybridTdd } from '../src/workflows/hybrid-tdd/graph.ts';
import type { HybridEffects } from '../src/workflows/hybrid-tdd/hybrid-effects.ts';
import { checkSpec } from '../src/workflows/hybrid-tdd/read-spec.ts';
import type { Mode } from '../src/workflows/hybrid-tdd/state.ts';
import { adversary, IMPL, TESTS, TYPES } from '../src/workflows/hybrid-tdd/testing/sample-claims.ts';
import { scriptedEffects } from '../src/workflows/hybrid-tdd/testing/scripted-effects.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';

export const name = 'hybrid';
export const title = 'Hybrid TDD: wall clock compared with the classic order (same graph and latencies, scaled)';

/** Seconds of each step; mutation is left out on both sides. */
const SECONDS = { types: 5, skeleton: 0.5, typeAdversary: 7, tests: 23, impl: 28, verify: 2, merge: 1, validate: 7 };
const CLAIMS: Readonly<Record<string, Json>> = { types: TYPES, typeAdversary: adversary(), tests: TESTS, impl: IMPL };

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const scale = ctx.quick ? 0.01 : 0.05;
  const rounds = ctx.quick ? 1 : 3;
  const took: Record<Mode, number[]> = { sequential: [], parallel: [], speculative: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const mode of ['sequential', 'parallel', 'speculative'] as const) {
      ctx.say(`${mode}, round ${round + 1} of ${rounds}`);
      took[mode].push(await timed(mode, scale));
    }
  const sequential = median(took.sequential);
  const row = (mode: Mode, most: number): BenchRow => {
    const ratio = median(took[mode]) / sequential;
    return {
      label: mode,
      value: median(took[mode]) / scale / 1000,
      unit: 's',
      ratio,
      ...judge(ratio, 'at most', most),
    };
  };
  const note = `1 s is ${scale * 1000} ms here; by the table 73.5 s`;
  return [
    { label: 'sequential', value: sequential / scale / 1000, unit: 's', note },
    row('parallel', 0.7),
    row('speculative', 0.58),
  ];
}

async function timed(mode: Mode, scale: number): Promise<number> {
  const wait = (what: keyof typeof SECONDS) =>
    new Promise<void>((resolve) => setTimeout(resolve, SECONDS[what] * scale * 1000));
  const attemptRunner: AttemptRunner = async function* ({ of }) {
    const node = of?.act.split('#')[0] ?? '';
    if (node === 'types' || node === 'typeAdversary' || node === 'tests' || node === 'impl') await wait(node);
    yield { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'claim', claim: CLAIMS[node] ?? null } };
  };
  const plain = scriptedEffects();
  const slow: Partial<HybridEffects> = {
    skeleton: async (...given) => wait('skeleton').then(() => plain.skeleton(...given)),
    verify: async (...given) => wait('verify').then(() => plain.verify(...given)),
    merge: async (...given) => wait('merge').then(() => plain.merge(...given)),
    validate: async (...given) => wait('validate').then(() => plain.validate(...given)),
  };
  const graph = hybridTdd(scriptedEffects(slow));
  const engine = rig([graph], { attemptRunner });
  const begun = performance.now();
  const { result } = await engine.run(graph, { spec: spec(), mode, main: 'main' });
  const ms = performance.now() - begun;
  if (result.status !== 'completed') throw new Error(`the run is ${JSON.stringify(result)}`);
  return ms;
}

function spec() {
  const reading = checkSpec({
    ...{ module: 'stack', description: 'a stack', criteria: ['it holds'], implPath: 'src/s.ts', testPath: 's.test.ts' },
    examples: [{ input: 'push 1', output: 'size 1' }],
  });
  if (!reading.ok) throw new Error(reading.problems.join('; '));
  return reading.spec;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
