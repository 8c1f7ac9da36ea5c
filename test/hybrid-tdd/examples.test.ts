import { describe, expect, it, onTestFinished } from 'vitest';
import { asTold, type TddExample } from '../../examples/hybrid-tdd/example.ts';
import { EXAMPLES } from '../../examples/hybrid-tdd/index.ts';
import { hybridRig, lacksPython } from './hybrid-rig.ts';

const python = await lacksPython();
const named = (part: string) => Object.entries(EXAMPLES).filter(([name]) => name.includes(part));

async function run(example: TddExample) {
  const rig = await hybridRig(example, asTold(example));
  onTestFinished(() => rig.close());
  const { result } = await rig.run();
  const asked = (node: string) => rig.turns.filter((turn) => turn.node === node);
  const subjects = rig.git('log', '--format=%s', 'main').trim().split('\n');
  const phases = subjects.map((subject) => subject.split(':', 1)[0] ?? '').toReversed();
  return { rig, result, asked, phases };
}

const LONG = { timeout: 900_000 };

describe('H3 H6 H8.2 every example comes from its spec to main, with its mistakes repaired on the way', LONG, () => {
  it.for(named('stack'))('%s: a test that proves nothing is sent back', async ([name, example], { skip }) => {
    skip(name.endsWith('python') && python !== null, python ?? '');
    const { rig, result, asked, phases } = await run(example);
    landed(rig, result);
    expect(asked('tests').map(({ prompt }) => prompt.includes('Your last attempt was refused'))).toEqual([false, true]);
    expect(asked('tests')[1]?.prompt).toMatch(/fails.with.an.error.if.it.fails passes on the skeleton/);
    expect(phases).toEqual(['first', 'types', 'skeleton', 'impl', 'tests']);
    expect(result.witness.concerns.join()).toContain('tests was sent back');
  });

  it.for(named('lru'))('%s: a property finds the bug, and a fix mends it', async ([name, example], { skip }) => {
    skip(name.endsWith('python') && python !== null, python ?? '');
    const { rig, result, asked, phases } = await run(example);
    landed(rig, result);
    expect(asked('fix')).toHaveLength(1);
    expect(asked('fix')[0]?.prompt).toContain('Counterexample: ');
    expect(result.understanding).toMatchObject({ attempts: 1, learnings: ['get is a use too'] });
    expect(phases).toEqual(['first', 'types', 'skeleton', 'impl', 'tests', 'fix']);
  });

  it.for(named('parser'))('%s: a hole is designed away, survivors are answered', async ([name, example], { skip }) => {
    skip(name.endsWith('python') && python !== null, python ?? '');
    const { rig, result, asked } = await run(example);
    landed(rig, result);
    expect(asked('typesFix')).toHaveLength(1);
    expect(asked('typesFix')[0]?.prompt).toContain('Major RepresentableInvalid');
    expect(asked('strengthen')).toHaveLength(1);
    expect(asked('strengthen')[0]?.prompt).toContain('RemovedCheck in parse');
    expect(result.red.some(({ title }) => /something.after/.test(title))).toBe(true);
    expect(result.coverage?.sketches.covered).toContain('refuses-what-is-left-1');
  });
});

type Run = Awaited<ReturnType<typeof run>>;

/** On main, everything red before, every mutant tried and none of the kinds that block left. */
function landed(rig: Run['rig'], result: Run['result']): void {
  expect(result).toMatchObject({ success: true, stop: null, failures: [], mutation: { type: 'measured' } });
  expect(rig.git('rev-parse', 'main').trim()).toBe(result.landed);
  expect(result.red.length).toBeGreaterThan(5);
  expect(result.coverage).toMatchObject({
    functions: { uncovered: [] },
    sketches: { uncovered: [] },
    examples: { uncovered: [] },
  });
  if (result.mutation?.type !== 'measured') return;
  expect(result.mutation.survivors.filter(({ blocks }) => blocks)).toEqual([]);
  expect(result.mutation.score).toBeGreaterThan(0.9);
}
