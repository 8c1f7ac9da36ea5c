import { describe, expect, it } from 'vitest';
import { type AgentResult, type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { RunId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import { MemoryStore } from '#engine/log/memory-store.ts';
import { rig } from '#engine/testing/rig.ts';
import { hybridTdd } from './graph.ts';
import type { HybridEffects } from './hybrid-effects.ts';
import { checkSpec } from './read-spec.ts';
import { play } from './testing/play.ts';
import { adversary, IMPL, TESTS, TYPES } from './testing/sample-claims.ts';
import { scriptedEffects } from './testing/scripted-effects.ts';
import { withRefusalHistory } from './with-refusal-history.ts';

const CLAIMS: Readonly<Record<string, Json>> = { types: TYPES, typeAdversary: adversary(), tests: TESTS, impl: IMPL };
const READING = checkSpec({
  ...{ module: 'stack', description: 'a stack', criteria: ['it holds'], implPath: 'src/s.ts', testPath: 's.test.ts' },
  examples: [{ input: 'push 1', output: 'size 1' }],
});

/** Runs with this end of the first attempt at the tests; returns the prompts of the tests agent. */
async function testsAsked(first: AgentResult): Promise<string[]> {
  if (!READING.ok) throw new Error(READING.problems.join());
  const asked: string[] = [];
  const plain: AttemptRunner = async function* (task) {
    const node = task.of?.act.split('#')[0] ?? '';
    if (node === 'tests') asked.push(task.prompt);
    const isFirst = node === 'tests' && asked.length === 1;
    const result: AgentResult = isFirst ? first : { type: 'claim', claim: CLAIMS[node] ?? null };
    yield { type: 'complete', usage: NO_AGENT_USAGE, result };
  };
  const store = new MemoryStore();
  const attemptRunner = withRefusalHistory(plain, (run) => store.read(RunId.parse(run)));
  const graph = hybridTdd(scriptedEffects());
  const { result } = await rig([graph], { attemptRunner, store }).run(graph, {
    spec: READING.spec,
    mode: 'parallel',
    main: 'main',
  });
  expect(result.status).toBe('completed');
  return asked;
}

const USUAL = scriptedEffects();
const refusal = (code: string, file: string) => ({ code, message: 'it is wrong', next: 'Mend it.', file });

/** Answers so the first time, and as the other does from then on. */
function firstTime<Args extends unknown[], Answer>(
  answer: Answer,
  then: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  let times = 0;
  return (...args) => (times++ === 0 ? Promise.resolve(answer) : then(...args));
}

describe('H5.5 an agent that is asked again gets the reason', () => {
  it('of a claim that does not fit: where, its text, and that its files are kept', async () => {
    const [first = '', second = ''] = await testsAsked({ type: 'claim', claim: { ...TESTS, tests: [] } });
    expect(first).not.toContain('refused');
    expect(second.startsWith(first)).toBe(true);
    expect(second).toMatch(/## Your last claim was refused\n.*does not fit[\s\S]*at tests/);
    expect(second).toMatch(/## What you had claimed\n\{[\s\S]*"tests": \[\][\s\S]*properties first/);
    expect(second).toContain('Your files are as you left them: only the claim does not fit.');
  });

  it('of an attempt that broke off: what happened, and that it may have left something', async () => {
    const error = { code: 'MODEL_UNAVAILABLE', message: 'the stream broke' };
    const [, second = ''] = await testsAsked({ type: 'failed', error, retry: true });
    expect(second).toContain('An attempt before this one was cut off\nMODEL_UNAVAILABLE: the stream broke.');
    expect(second).not.toContain('Your last claim was refused');
  });

  const cases: readonly { what: string; node: string; effects: Partial<HybridEffects>; said: string; disk: string }[] =
    [
      {
        what: 'a design that cannot be stubbed',
        node: 'typesFix',
        effects: {
          skeleton: firstTime({ ok: false, problems: [refusal('NOT_A_STUB', 'src/s.ts')] }, USUAL.skeleton),
        },
        said: 'NOT_A_STUB (src/s.ts): it is wrong. Mend it.',
        disk: 'Your files are as you left them.',
      },
      {
        what: 'tests that are not red',
        node: 'tests',
        effects: {
          verify: firstTime(
            { type: 'refused', problems: [{ ...refusal('RED_PASSES', 's.test.ts'), line: 7 }] },
            USUAL.verify,
          ),
        },
        said: 'RED_PASSES (s.test.ts, line 7): it is wrong. Mend it.',
        disk: 'Your files are as you left them.',
      },
      {
        what: 'an implementation that kept a stub',
        node: 'impl',
        effects: {
          take: (order, context) =>
            order.side === 'impl' && order.place.endsWith('impl-1-1')
              ? Promise.resolve({ ok: false, problems: [refusal('STUB_LEFT', 'src/s.ts')] })
              : USUAL.take(order, context),
        },
        said: 'STUB_LEFT (src/s.ts): it is wrong. Mend it.',
        disk: 'it contains nothing of the refused attempt',
      },
    ];
  it.each(cases)(
    'of $what: the reason, what was claimed, what is on the disk',
    async ({ node, effects, said, disk }) => {
      const { asked, result } = await play({ effects });
      const prompts = asked.filter((one) => one.node === node).map(({ task }) => task.prompt);
      const prompt = prompts.at(-1) ?? '';
      expect(prompt).toContain(`## Your last attempt was refused\n- ${said}`);
      expect(prompt).toContain(`## What you had claimed\n- ${node === 'tests' ? 'grows' : 'push'}`);
      expect(prompt).toContain(disk);
      expect(result?.success).toBe(true);
    },
  );
});
