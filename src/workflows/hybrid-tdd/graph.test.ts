import { describe, expect, it } from 'vitest';
import { type AgentTask, type Crew, NO_AGENT_USAGE } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import { rig } from '#engine/testing/rig.ts';
import { hybridTdd } from './graph.ts';
import { checkSpec } from './read-spec.ts';
import { HybridResult } from './result.ts';
import type { HybridSite } from './site.ts';
import type { Strictness } from './spec.ts';
import type { Mode, MutationReport, StructuredFailure } from './state.ts';
import { ANALYSIS, adversary, FIX, IMPL, TESTS, TYPES } from './testing/sample-claims.ts';
import { ROBUST, scriptedSite, VERIFIED } from './testing/scripted-site.ts';

const CLAIMS: Readonly<Record<string, Json>> = {
  types: TYPES,
  typesFix: TYPES,
  typeAdversary: adversary(),
  tests: TESTS,
  strengthen: TESTS,
  impl: IMPL,
  fix: FIX,
  explain: ANALYSIS,
  mutationAdversary: ANALYSIS,
};

type Say = (
  node: string,
  time: number,
  task: AgentTask,
  signal: AbortSignal,
) => Json | undefined | Promise<Json | undefined>;

interface Scene {
  readonly site?: Partial<HybridSite>;
  readonly say?: Say;
  readonly mode?: Mode;
  readonly strictness?: Partial<Strictness>;
}

/** The graph alone: agents that answer at once, a site that finds what it is told to find. */
async function play({ site, say, mode = 'parallel', strictness = {} }: Scene) {
  const asked: { node: string; task: AgentTask }[] = [];
  const crew: Crew = async function* (task, signal) {
    const node = task.id.split('/').at(-2)?.split('#')[0] ?? '';
    asked.push({ node, task });
    const time = asked.filter((one) => one.node === node).length;
    const claim = (await say?.(node, time, task, signal)) ?? CLAIMS[node] ?? null;
    yield { type: 'complete', usage: NO_AGENT_USAGE, result: { type: 'claim', claim } };
  };
  const graph = hybridTdd(scriptedSite(site));
  const engine = rig([graph], { crew });
  const reading = checkSpec({
    ...{ module: 'stack', description: 'a stack', criteria: ['it holds'], implPath: 'src/s.ts', testPath: 's.test.ts' },
    ...{ examples: [{ input: 'push 1', output: 'size 1' }], strictness },
  });
  if (!reading.ok) throw new Error(reading.problems.join());
  const { run, result } = await engine.run(graph, { spec: reading.spec, mode, main: 'main' });
  const log = await engine.log(run);
  const started = log.flatMap((event) => (event.type === 'node.started' ? [event.data.act] : []));
  return {
    ...{ asked, started, drive: result },
    nodes: asked.map(({ node }) => node),
    result: result.status === 'completed' ? HybridResult.parse(result.output) : null,
    cancelled: log.flatMap((event) => (event.type === 'node.cancelled' ? [event.data.act] : [])),
  };
}

const failure = (test: string, kind = 'assertion'): StructuredFailure => ({
  ...{ test, functions: ['push'], kind, message: 'expected 1', counterexample: '[0]', expected: '1', actual: '0' },
});

describe('H3 the graph', () => {
  it.each(['parallel', 'speculative', 'sequential'] as const)('goes from a spec to main, %s', async (mode) => {
    const { result, nodes } = await play({ mode });
    expect(result).toMatchObject({ success: true, stop: null, coverage: VERIFIED.coverage });
    expect(nodes.toSorted()).toEqual(['impl', 'tests', 'typeAdversary', 'types']);
  });

  it('runs both blind agents at once, and one after the other when told to', async () => {
    const order = async (mode: Mode) => {
      let working = 0;
      let most = 0;
      await play({
        mode,
        say: async (node) => {
          if (node !== 'tests' && node !== 'impl') return undefined;
          most = Math.max(most, ++working);
          await new Promise((resolve) => setTimeout(resolve, 30));
          working -= 1;
          return undefined;
        },
      });
      return most;
    };
    expect(await order('parallel')).toBe(2);
    expect(await order('sequential')).toBe(1);
  });

  it('puts every agent in a place of its own, adversaries read-only', async () => {
    const { asked } = await play({});
    const places = Object.fromEntries(asked.map(({ node, task }) => [node, task.place?.replace(/r[0-9a-z]+-/, '')]));
    expect(places).toEqual({
      types: 'types-1',
      typeAdversary: 'ro/types-1',
      tests: 'tests-1-1',
      impl: 'impl-1-1',
    });
  });

  it('tells neither side anything of the other but names', async () => {
    const { asked } = await play({ site: { verify: once({ type: 'refused', problems: [REFUSED] }) } });
    const prompts = asked.filter(({ node }) => node === 'tests').map(({ task }) => task.prompt);
    expect(prompts).toHaveLength(2);
    for (const prompt of prompts) expect(prompt).not.toContain(IMPL.functions[0]?.approach);
    expect(prompts[1]).toContain(REFUSED.message);
  });
});

const REFUSED = { code: 'RED_PASSES', message: 'grows passes on the skeleton', next: 'Assert something.' };

/** The first time this, then that everything is well. */
function once(first: Awaited<ReturnType<HybridSite['verify']>>): HybridSite['verify'] {
  let times = 0;
  return async () => (times++ === 0 ? first : { type: 'verified', verification: VERIFIED });
}

describe('H4 the type adversary', () => {
  it.each(['parallel', 'sequential'] as const)('sends a major hole back to the design, %s', async (mode) => {
    const { result, nodes, asked } = await play({
      mode,
      say: (node, time) => (node === 'typeAdversary' && time === 1 ? adversary('Major', 'Minor') : undefined),
    });
    expect(result?.success).toBe(true);
    expect(nodes.filter((node) => /^type/.test(node))).toEqual(['types', 'typeAdversary', 'typesFix', 'typeAdversary']);
    expect(asked.find(({ node }) => node === 'typesFix')?.task.prompt).toContain('a negative size can be made');
  });

  it('lets minor holes pass, as hints to both sides and as work for the next run', async () => {
    const { result, asked } = await play({
      say: (node) => (node === 'typeAdversary' ? adversary('Minor') : undefined),
    });
    expect(result).toMatchObject({ success: true, typeAdversary: { verdict: 'minor-holes' } });
    expect(result?.next).toEqual([expect.objectContaining({ type: 'redesign', severity: 'Minor' })]);
    for (const node of ['tests', 'impl'])
      expect(asked.find((one) => one.node === node)?.task.prompt).toContain('hide the field');
  });

  it('has a budget', async () => {
    const { result, nodes } = await play({
      strictness: { maxTypeFixes: 2 },
      say: (node) => (node === 'typeAdversary' ? adversary('Critical') : undefined),
    });
    expect(result).toMatchObject({ success: false, landed: null, stop: { code: 'TYPE_HOLES' } });
    expect(nodes.filter((node) => node === 'typesFix')).toHaveLength(2);
    expect(nodes).not.toContain('tests');
  });

  it('does not wait for the adversary of a design that is not on disk', async () => {
    let times = 0;
    const refused = { code: 'CLAIM_NOT_ON_DISK', message: 'pop is claimed and is not there', next: 'Write it.' };
    const { result, asked } = await play({
      site: {
        skeleton: (...given) =>
          times++ === 0 ? Promise.resolve({ ok: false, problems: [refused] }) : scriptedSite().skeleton(...given),
      },
    });
    expect(result?.success).toBe(true);
    expect(asked.find(({ node }) => node === 'typesFix')?.task.prompt).toContain(refused.message);
  });
});

describe('H9 speculation', () => {
  it('begins the blind work while the adversary works, and waits for it at the end', async () => {
    const { result, nodes } = await play({
      mode: 'speculative',
      say: async (node) => {
        if (node === 'typeAdversary') await new Promise((resolve) => setTimeout(resolve, 60));
        return undefined;
      },
    });
    expect(result).toMatchObject({ success: true, typeAdversary: { verdict: 'sound' } });
    expect(nodes.filter((node) => node === 'tests')).toHaveLength(1);
  });

  it('calls the blind work off on a critical hole, and begins it anew on the mended types', async () => {
    const aborted: string[] = [];
    const { result, cancelled, nodes } = await play({
      mode: 'speculative',
      say: async (node, time, _, signal) => {
        if (node === 'typeAdversary' && time === 1) {
          await new Promise((resolve) => setTimeout(resolve, 40));
          return adversary('Critical');
        }
        if ((node === 'tests' || node === 'impl') && time === 1)
          await new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(aborted.push(node)));
          });
        return undefined;
      },
    });
    expect(result?.success).toBe(true);
    expect(aborted.toSorted()).toEqual(['impl', 'tests']);
    expect(cancelled.toSorted()).toEqual(['impl#1', 'tests#1']);
    expect(nodes.filter((node) => node === 'typesFix')).toHaveLength(1);
  });

  it('does not let work pass that was done before the hole was found', async () => {
    const { result, nodes } = await play({
      mode: 'speculative',
      strictness: { maxTypeFixes: 0 },
      say: async (node) => {
        if (node !== 'typeAdversary') return undefined;
        await new Promise((resolve) => setTimeout(resolve, 80));
        return adversary('Critical');
      },
    });
    expect(nodes).toContain('impl');
    expect(result).toMatchObject({ success: false, landed: null, stop: { code: 'TYPE_HOLES' } });
  });

  it('sends trivial tests back while the implementation is still being written', async () => {
    const { result, nodes } = await play({
      mode: 'speculative',
      site: { verify: once({ type: 'refused', problems: [REFUSED] }) },
    });
    expect(result?.success).toBe(true);
    expect(nodes.filter((node) => node === 'tests')).toHaveLength(2);
    expect(nodes.filter((node) => node === 'impl')).toHaveLength(1);
  });
});

describe('H7 the fix loop', () => {
  it('tells what failed and what was learned, and goes on while failures grow fewer', async () => {
    const counts = [3, 2, 1, 0];
    let at = 0;
    const { result, asked } = await play({
      site: {
        validate: async () => {
          const left = counts[at++] ?? 0;
          const failures = Array.from({ length: left }, (_, n) => failure(`test ${at}-${n}`));
          return left === 0 ? { type: 'green', passed: 9 } : { type: 'red', failures };
        },
      },
    });
    expect(result).toMatchObject({ success: true, understanding: { attempts: 3, failures: [3, 2, 1] } });
    const last = asked.findLast(({ node }) => node === 'fix')?.task.prompt ?? '';
    expect(last).toContain('Counterexample: [0]');
    expect(last).toContain('the limit is inclusive');
  });

  it('stops on a failure that keeps coming back, keeps the work and leaves main alone', async () => {
    const landed: unknown[] = [];
    const { result, nodes } = await play({
      site: {
        validate: async () => ({ type: 'red', failures: [failure('grows')] }),
        land: async (job) => ({ ok: true, landed: landed.push(job) }),
      },
    });
    expect(result).toMatchObject({
      success: false,
      stop: { code: 'FIX_STUCK' },
      kept: expect.stringContaining('refs/'),
    });
    expect(result?.next).toEqual([expect.objectContaining({ type: 'fix', test: 'grows' })]);
    expect(nodes.filter((node) => node === 'fix')).toHaveLength(2);
    expect(landed).toEqual([]);
  });

  it('has a hard cap', async () => {
    let n = 40;
    const { result, nodes } = await play({
      strictness: { maxFixAttempts: 4 },
      site: {
        validate: async () => ({ type: 'red', failures: Array.from({ length: --n }, (_, k) => failure(`t${n}-${k}`)) }),
      },
    });
    expect(result).toMatchObject({ success: false, stop: { code: 'FIX_ATTEMPTS' } });
    expect(nodes.filter((node) => node === 'fix')).toHaveLength(4);
  });
});

const survivor = (kind: 'RemovedCheck' | 'Boundary', blocks: boolean) => ({
  ...{ id: `m-${kind}`, kind, function: 'push', line: 3, covered: true, blocks },
  description: 'SECRET: if (items.length >= max) throw',
});
const survived = (kind: 'RemovedCheck' | 'Boundary', blocks: boolean): MutationReport => ({
  ...{ type: 'measured', score: 0.5, tried: 2, killed: 1, verdict: 'gaps', evidence: [] },
  survivors: [survivor(kind, blocks)],
});

describe('H6 survivors', () => {
  it('that block go to the tests agent, blind as before, with the proposed property', async () => {
    let times = 0;
    const { result, asked, started } = await play({
      site: { mutate: async () => (times++ === 0 ? survived('RemovedCheck', true) : ROBUST) },
      say: (node) =>
        node === 'explain'
          ? {
              analysis: 'the limit is not tested',
              survivors: [
                {
                  ...{ id: 'm-RemovedCheck', whyDangerous: 'it overflows' },
                  proposed: {
                    name: 'full-refuses',
                    description: 'a full one refuses',
                    invariant: 'push on full throws',
                    type: 'Boundary',
                  },
                },
              ],
            }
          : undefined,
    });
    const prompt = asked.find(({ node }) => node === 'strengthen')?.task.prompt ?? '';
    expect(prompt).toContain('full-refuses');
    expect(prompt).not.toContain('SECRET');
    expect(started.filter((act) => /^(verifyTDD|merge|validate)#2$/.test(act))).toHaveLength(3);
    expect(result?.success).toBe(true);
    expect(result?.functions[0]?.properties.map(({ name }) => name)).toEqual(['push-grows', 'full-refuses']);
  });

  it('that keep blocking end the run without main', async () => {
    const { result } = await play({
      strictness: { maxStrengthen: 1 },
      site: { mutate: async () => survived('RemovedCheck', true) },
    });
    expect(result).toMatchObject({ success: false, landed: null, stop: { code: 'SURVIVORS' } });
    expect(result?.next).toEqual([expect.objectContaining({ type: 'add-property', blocking: true })]);
  });

  it('that do not block are explained beside the work, and become work items', async () => {
    const { result, nodes } = await play({ site: { mutate: async () => survived('Boundary', false) } });
    expect(result).toMatchObject({ success: true });
    expect(result?.next).toEqual([expect.objectContaining({ type: 'add-property', blocking: false })]);
    expect(nodes).toContain('mutationAdversary');
  });

  it('are not assumed away where nothing was measured', async () => {
    const { result } = await play({
      site: { mutate: async () => ({ type: 'unmeasured', why: 'bed-unsteady', next: 'Make them steady.' }) },
    });
    expect(result).toMatchObject({ success: false, stop: { code: 'MUTATION_UNMEASURED' } });
  });
});

describe('H8 the end', () => {
  it('has the witness, who saw every writer', async () => {
    const { result } = await play({});
    expect(result?.witness.observations.map(({ node }) => node).toSorted()).toEqual(['impl', 'tests', 'types']);
  });

  it('does not move a main that has moved, and says where the work is', async () => {
    const stop = { code: 'MAIN_MOVED', message: 'main has moved', next: 'Merge by hand.', problems: [] };
    const { result } = await play({ site: { land: async () => ({ ok: false, stop }) } });
    expect(result).toMatchObject({
      success: false,
      landed: null,
      stop,
      kept: expect.stringContaining('refs/assay/tdd/'),
    });
  });

  it('comes before anything is paid for where there is no runner', async () => {
    const stop = { code: 'NO_RUNNER', message: 'no vitest', next: 'Install it.', problems: [] };
    const { result, nodes } = await play({ site: { prepare: async () => ({ ok: false, stop }) } });
    expect(result).toMatchObject({ success: false, stop });
    expect(nodes).toEqual([]);
  });

  it('asks a person when an agent is blocked, and does not try again by itself', async () => {
    const graph = hybridTdd(scriptedSite());
    let times = 0;
    const crew: Crew = async function* () {
      times += 1;
      yield {
        type: 'complete',
        usage: NO_AGENT_USAGE,
        result: { type: 'blocker', blocker: 'the spec says two things' },
      };
    };
    const engine = rig([graph], { crew });
    const reading = checkSpec({
      ...{ module: 'm', description: 'd', criteria: ['c'], implPath: 'a.ts', testPath: 'a.test.ts' },
      examples: [{ input: '1', output: '2' }],
    });
    if (!reading.ok) throw new Error(reading.problems.join());
    const { result } = await engine.run(graph, { spec: reading.spec, mode: 'parallel', main: 'main' });
    expect(result.status).toBe('waiting');
    expect(times).toBe(1);
  });
});
