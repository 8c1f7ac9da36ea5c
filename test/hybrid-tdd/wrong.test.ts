import { describe, expect, it } from 'vitest';
import { answers } from '../../examples/hybrid-tdd/claims.ts';
import type { Deed, Scripts } from '../../examples/hybrid-tdd/example.ts';
import { IMPL, TYPESCRIPT_STACK as STACK, TESTS } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { playStack, stackRig } from './play-stack.ts';
import { LINK, type Turn } from './scripted-attempt-runner.ts';

/** Agents that are wrong to the end, each in its own way. More ways, some of them mended, are in `refused.test.ts`. */

const LONG = { timeout: 600_000 };
const TEST_FILE = 'test/stack.test.ts';
const IMPL_FILE = 'src/stack.ts';

const withTest = (body: string): string => TESTS.replace(/}\);\n$/, `  ${body}\n});\n`);
const tests = (text: string, more: Deed['files'] = {}): Deed => ({
  ...STACK.tests,
  files: { [TEST_FILE]: text, ...more },
});
const impl = (text: string, more: Deed['files'] = {}): Deed => ({
  ...STACK.impl,
  files: { [IMPL_FILE]: text, ...more },
});

interface Wrong {
  readonly way: string;
  readonly scripts: Scripts<Turn>;
  readonly stop: string;
  readonly problem: string;
}

const SENT_BACK: readonly Wrong[] = [
  {
    way: 'a test that passes whatever anybody writes',
    scripts: {
      tests: () =>
        tests(
          withTest(
            "it('may fail', () => { try { new BoundedStack(1).push(1); } catch (e) { expect(e).toBeInstanceOf(Error); } });",
          ),
        ),
    },
    stop: 'TESTS_REFUSED',
    problem: 'RED_PASSES',
  },
  {
    way: 'a test that is switched off',
    scripts: {
      tests: () => tests(withTest("it.skip('later', () => { expect(new BoundedStack(1).size).toBe(0); });")),
    },
    stop: 'TESTS_REFUSED',
    problem: 'TEST_MUTED',
  },
  {
    way: 'a test of the skeleton instead of the behaviour',
    scripts: {
      tests: () =>
        tests(withTest("it('is a stub', () => { expect(() => new BoundedStack(1)).toThrow('NotYetWritten'); });")),
    },
    stop: 'TESTS_REFUSED',
    problem: 'TEST_NAMES_SENTINEL',
  },
  {
    way: 'an example that is claimed to be a property',
    scripts: {
      tests: () => ({
        ...STACK.tests,
        claim: JSON.parse(JSON.stringify(STACK.tests.claim).replaceAll('"example","type"', '"property","type"')),
      }),
    },
    stop: 'TESTS_REFUSED',
    problem: 'CLAIM_NOT_A_PROPERTY',
  },
  {
    way: 'a tests agent that writes the implementation too',
    scripts: { tests: () => tests(TESTS, { [IMPL_FILE]: IMPL }) },
    stop: 'TESTS_REFUSED',
    problem: 'OUTSIDE_SCOPE',
  },
  {
    way: 'a test file that is a link to somewhere else',
    scripts: { tests: () => tests(`${LINK}../../../../outside.test.ts`) },
    stop: 'TESTS_REFUSED',
    problem: 'OUTSIDE_SCOPE',
  },
  {
    way: 'a link beside the implementation that leads out of the workspace',
    scripts: { impl: () => impl(IMPL, { 'src/way-out': `${LINK}../../..` }) },
    stop: 'IMPL_REFUSED',
    problem: 'OUTSIDE_SCOPE',
  },
  {
    way: 'an implementation that brings its own tests',
    scripts: { impl: () => impl(IMPL, { [TEST_FILE]: TESTS }) },
    stop: 'IMPL_REFUSED',
    problem: 'OUTSIDE_SCOPE',
  },
  {
    way: 'an implementation that changes how tests are run',
    scripts: {
      impl: () => impl(IMPL, { 'vitest.config.ts': 'export default { test: { passWithNoTests: true } };\n' }),
    },
    stop: 'IMPL_REFUSED',
    problem: 'OUTSIDE_SCOPE',
  },
  {
    way: 'an implementation with a helper that it does not claim',
    scripts: { impl: () => impl(`${IMPL}\nexport function sneak(): number {\n  return 1;\n}\n`) },
    stop: 'IMPL_REFUSED',
    problem: 'NOT_CLAIMED',
  },
  {
    way: 'an implementation that does not build',
    scripts: { impl: () => impl(IMPL.replace('return this.#items.length;', "return 'many';")) },
    stop: 'IMPL_REFUSED',
    problem: 'BUILD_FAILED',
  },
  {
    way: 'an agent that claims and writes nothing',
    scripts: { impl: () => ({ claim: STACK.impl.claim }) },
    stop: 'IMPL_REFUSED',
    problem: 'NOTHING_WRITTEN',
  },
];

describe('H5 H2.8 work that stays wrong is refused by name, and main does not move', LONG, () => {
  it.for(SENT_BACK)('$way', async ({ scripts, stop, problem }) => {
    const { result, rig, mainMoved } = await playStack(scripts, { maxRetries: 0 });
    expect(result).toMatchObject({ success: false, landed: null, kept: null, stop: { code: stop } });
    expect(result.stop?.problems.map(({ code }) => code)).toContain(problem);
    expect(mainMoved).toBe(false);
    expect((await rig.store.diskUse()).workspaces).toEqual([]);
  });
});

describe('H5 a claim that is none, and an honest no, reach a person', LONG, () => {
  const started = { mode: 'parallel', main: 'main' } as const;

  it('code in the claim is not read as one, however often it comes', async () => {
    const claim = { ...JSON.parse(JSON.stringify(STACK.impl.claim)), designNotes: IMPL };
    const { rig, asked } = await stackRig({ impl: () => ({ ...STACK.impl, claim }) });
    const { run, result } = await rig.engine.run(rig.graph, { spec: rig.spec, ...started });
    expect(result.status).toBe('waiting');
    const failures = await failuresIn(rig, run);
    expect(failures.map(({ code }) => code)).toEqual(['CLAIM_INVALID', 'CLAIM_INVALID', 'CLAIM_INVALID']);
    expect(failures[0]?.message).toContain('code belongs on the disk');
    expect(asked('impl')).toHaveLength(3);
  });

  it('a blocker leads to a question at once', async () => {
    const { rig, asked } = await stackRig({ tests: () => ({ claim: null, blocker: 'push says two things' }) });
    const { run, result } = await rig.engine.run(rig.graph, { spec: rig.spec, ...started });
    expect(result.status).toBe('waiting');
    expect(await failuresIn(rig, run)).toMatchObject([{ code: 'AGENT_BLOCKED', message: 'push says two things' }]);
    expect(asked('tests')).toHaveLength(1);
  });
});

type Rig = Awaited<ReturnType<typeof stackRig>>['rig'];

const failuresIn = async ({ engine }: Rig, run: Parameters<Rig['engine']['log']>[0]) =>
  (await engine.log(run)).flatMap((event) => (event.type === 'node.failed' ? [event.data.error] : []));

describe('H4 types that stay open', LONG, () => {
  it('end the run when the budget is out, before anyone wrote on them', async () => {
    const hole = {
      ...{ type: 'RepresentableInvalid', severity: 'Critical', description: 'the capacity may be half an item' },
      ...{ invariantBroken: 'whole items', exploit: 'a capacity of 1.5', suggestedFix: 'a type for whole numbers' },
    };
    const { result, asked, mainMoved } = await playStack(
      { typeAdversary: () => ({ claim: { holes: [hole], analysis: 'looked' } }) },
      { maxTypeFixes: 1 },
    );
    expect(result).toMatchObject({ success: false, stop: { code: 'TYPE_HOLES' }, next: [{ type: 'redesign' }] });
    expect(asked('typesFix')).toHaveLength(1);
    expect([asked('tests'), asked('impl')]).toEqual([[], []]);
    expect(mainMoved).toBe(false);
  });
});

describe('H6 H7 measurements after the merge', LONG, () => {
  const weak = TESTS.replace(/\n +expect\(\(\) => stack\.push\(item\)\)\.toThrow\(RangeError\);/, '')
    .replace('      stack.push(2);\n', '      return stack.size;\n')
    .replace('expect(push).toThrow();', 'expect(push()).toBe(1);');

  it('survivors that are claimed away stay survivors; the work is kept, main is not moved', async () => {
    const deed = tests(weak);
    const { rig, result, asked, mainMoved } = await playStack(
      { tests: () => deed, strengthen: answers({ ...deed, files: { [TEST_FILE]: `${weak}// stronger\n` } }, 'counts') },
      { maxMutants: 8, maxStrengthen: 1 },
    );
    expect(asked('strengthen')).toHaveLength(1);
    expect(result).toMatchObject({ success: false, landed: null, stop: { code: 'SURVIVORS' } });
    expect(result.stop?.message).toContain('RemovedCheck in BoundedStack.push');
    expect(result.next.some((item) => item.type === 'add-property' && item.blocking)).toBe(true);
    expect(rig.git('log', '--format=%s', result.kept ?? '')).toContain('tests: properties of the bounded stack');
    expect(mainMoved).toBe(false);
  });

  it('a fix that does not build is refused, and the budget is out', async () => {
    const wrong = IMPL.replace('this.#items.pop()', 'this.#items.shift()');
    const { result, mainMoved } = await playStack(
      {
        impl: () => impl(wrong),
        fix: () => ({
          files: { [IMPL_FILE]: wrong.replace('this.#items.shift()', "'none'") },
          claim: {
            changes: [{ function: 'BoundedStack.pop', whatChanged: 'x', whyFailed: 'x', type: 'Logic' }],
            ...{ helpers: [], learning: 'none', brief: 'a try' },
          },
        }),
      },
      { maxFixAttempts: 1 },
    );
    expect(result).toMatchObject({
      success: false,
      stop: { code: 'FIX_REFUSED', problems: [{ code: 'BUILD_FAILED' }] },
      next: expect.arrayContaining([expect.objectContaining({ type: 'fix' })]),
    });
    expect(mainMoved).toBe(false);
  });

  it('a main that moved meanwhile is left alone', async () => {
    const { rig } = await stackRig({});
    const { engine, graph, spec } = rig;
    const moving = engine.run(graph, { spec, mode: 'parallel', main: 'main' });
    await rig.firstTurn;
    rig.git('commit', '--quiet', '--allow-empty', '--message', 'somebody else');
    const main = rig.git('rev-parse', 'main');
    const { result } = await moving;
    if (result.status !== 'completed') throw new Error(JSON.stringify(result));
    expect(result.output).toMatchObject({ success: false, landed: null, stop: { code: 'MAIN_MOVED' } });
    expect(rig.git('rev-parse', 'main')).toBe(main);
    expect(rig.git('for-each-ref', '--format=%(refname)', 'refs/assay/tdd')).toContain('refs/assay/tdd/');
  });
});
