import { describe, expect, it } from 'vitest';
import { type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { rig } from '#engine/testing/rig.ts';
import { hybridTdd } from './graph.ts';
import type { HybridEffects } from './hybrid-effects.ts';
import { checkSpec } from './read-spec.ts';
import type { Mode } from './state.ts';
import { play } from './testing/play.ts';
import { adversary, IMPL } from './testing/sample-claims.ts';
import { scriptedEffects, VERIFIED } from './testing/scripted-effects.ts';

describe('H3 the graph', () => {
  it.each(['parallel', 'speculative', 'sequential'] as const)('goes from a spec to main, %s', async (mode) => {
    const { result, nodes } = await play({ mode });
    expect(result).toMatchObject({ success: true, stop: null, coverage: VERIFIED.coverage });
    expect(nodes.toSorted()).toEqual(['impl', 'tests', 'typeAdversary', 'types']);
  });

  it('H3.7 runs both blind agents at once, and one after the other when told to', async () => {
    const order = async (mode: Mode, begins: () => Promise<void>) => {
      let working = 0;
      let most = 0;
      await play({
        mode,
        say: async (node) => {
          if (node !== 'tests' && node !== 'impl') return undefined;
          most = Math.max(most, ++working);
          await begins();
          working -= 1;
          return undefined;
        },
      });
      return most;
    };
    // At once: neither ends before the other has begun.
    expect(await order('parallel', allBegun(2))).toBe(2);
    expect(await order('sequential', () => new Promise((resolve) => setTimeout(resolve, 30)))).toBe(1);
  });

  it('H2.5 puts every agent in a place of its own, adversaries read-only', async () => {
    const { asked } = await play({});
    const places = Object.fromEntries(asked.map(({ node, task }) => [node, task.place?.replace(/r[0-9a-z]+-/, '')]));
    expect(places).toEqual({
      types: 'types-1',
      typeAdversary: 'ro/types-1',
      tests: 'tests-1-1',
      impl: 'impl-1-1',
    });
  });

  it('H2.4 tells neither side anything but names of the other', async () => {
    const { asked } = await play({ effects: { verify: once({ type: 'refused', problems: [REFUSED] }) } });
    const prompts = asked.filter(({ node }) => node === 'tests').map(({ task }) => task.prompt);
    expect(prompts).toHaveLength(2);
    for (const prompt of prompts) expect(prompt).not.toContain(IMPL.functions[0]?.approach);
    expect(prompts[1]).toContain(REFUSED.message);
  });
});

const REFUSED = { code: 'RED_PASSES', message: 'grows passes on the skeleton', next: 'Assert something.' };

/** The first time this, then that everything is well. */
function once(first: Awaited<ReturnType<HybridEffects['verify']>>): HybridEffects['verify'] {
  let times = 0;
  return async () => (times++ === 0 ? first : { type: 'verified', verification: VERIFIED });
}

/** Each who begins waits until so many have. */
function allBegun(wanted: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let begun = 0;
  return () => {
    begun += 1;
    if (begun >= wanted) all.resolve();
    return all.promise;
  };
}

describe('H4 the type adversary', () => {
  it.each(['parallel', 'sequential'] as const)('H4.1 sends a major hole back to the design, %s', async (mode) => {
    const { result, nodes, asked } = await play({
      mode,
      say: (node, time) => (node === 'typeAdversary' && time === 1 ? adversary('Major', 'Minor') : undefined),
    });
    expect(result?.success).toBe(true);
    expect(nodes.filter((node) => /^type/.test(node))).toEqual(['types', 'typeAdversary', 'typesFix', 'typeAdversary']);
    expect(asked.find(({ node }) => node === 'typesFix')?.task.prompt).toContain('a negative size can be made');
  });

  it('H4.2 lets minor holes pass, as hints to both sides and as work for the next run', async () => {
    const { result, asked } = await play({
      say: (node) => (node === 'typeAdversary' ? adversary('Minor') : undefined),
    });
    expect(result).toMatchObject({ success: true, typeAdversary: { verdict: 'minor-holes' } });
    expect(result?.next).toEqual([expect.objectContaining({ type: 'redesign', severity: 'Minor' })]);
    for (const node of ['tests', 'impl'])
      expect(asked.find((one) => one.node === node)?.task.prompt).toContain('hide the field');
  });

  it('H4.3 has a budget', async () => {
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
      effects: {
        skeleton: (...given) =>
          times++ === 0 ? Promise.resolve({ ok: false, problems: [refused] }) : scriptedEffects().skeleton(...given),
      },
    });
    expect(result?.success).toBe(true);
    expect(asked.find(({ node }) => node === 'typesFix')?.task.prompt).toContain(refused.message);
  });
});

describe('H9 speculation', () => {
  it('H9.1 begins the blind work while the adversary works, and waits for it at the end', async () => {
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

  it('H9.1 calls the blind work off on a critical hole, and begins it again on the repaired types', async () => {
    const aborted: string[] = [];
    const begun = allBegun(3);
    const { result, cancelled, nodes } = await play({
      mode: 'speculative',
      say: async (node, time, _, signal) => {
        if (node === 'typeAdversary' && time === 1) {
          await begun();
          return adversary('Critical');
        }
        if ((node === 'tests' || node === 'impl') && time === 1) {
          const called = new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(aborted.push(node)));
          });
          void begun();
          await called;
        }
        return undefined;
      },
    });
    expect(result?.success).toBe(true);
    expect(aborted.toSorted()).toEqual(['impl', 'tests']);
    expect(cancelled.toSorted()).toEqual(['impl#1', 'tests#1']);
    expect(nodes.filter((node) => node === 'typesFix')).toHaveLength(1);
  });

  it('H9.2 does not let work pass that was done before the hole was found', async () => {
    const written = Promise.withResolvers<void>();
    const { result, nodes } = await play({
      mode: 'speculative',
      strictness: { maxTypeFixes: 0 },
      say: async (node) => {
        if (node === 'impl') written.resolve();
        if (node !== 'typeAdversary') return undefined;
        await written.promise;
        return adversary('Critical');
      },
    });
    expect(nodes).toContain('impl');
    expect(result).toMatchObject({ success: false, landed: null, stop: { code: 'TYPE_HOLES' } });
  });

  it('sends trivial tests back while the implementation is still being written', async () => {
    const { result, nodes } = await play({
      mode: 'speculative',
      effects: { verify: once({ type: 'refused', problems: [REFUSED] }) },
    });
    expect(result?.success).toBe(true);
    expect(nodes.filter((node) => node === 'tests')).toHaveLength(2);
    expect(nodes.filter((node) => node === 'impl')).toHaveLength(1);
  });
});

describe('H8 the end', () => {
  it('H8.1 has the witness, which saw every writer', async () => {
    const { result } = await play({});
    expect(result?.witness.observations.map(({ node }) => node).toSorted()).toEqual(['impl', 'tests', 'types']);
  });

  it('H3.18 does not move a main that has moved, and says where the work is', async () => {
    const stop = { code: 'MAIN_MOVED', message: 'main has moved', next: 'Merge by hand.', problems: [] };
    const { result } = await play({ effects: { land: async () => ({ ok: false, stop }) } });
    expect(result).toMatchObject({
      success: false,
      landed: null,
      stop,
      kept: expect.stringContaining('refs/assay/tdd/'),
    });
  });

  it('comes before anything is paid for if there is no runner', async () => {
    const stop = { code: 'NO_RUNNER', message: 'no vitest', next: 'Install it.', problems: [] };
    const { result, nodes } = await play({ effects: { prepare: async () => ({ ok: false, stop }) } });
    expect(result).toMatchObject({ success: false, stop });
    expect(nodes).toEqual([]);
  });

  it('H5.6 asks a person if an agent is blocked, and does not retry by itself', async () => {
    const graph = hybridTdd(scriptedEffects());
    let times = 0;
    const attemptRunner: AttemptRunner = async function* () {
      times += 1;
      yield {
        type: 'complete',
        usage: NO_AGENT_USAGE,
        result: { type: 'blocker', blocker: 'the spec says two things' },
      };
    };
    const engine = rig([graph], { attemptRunner });
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
