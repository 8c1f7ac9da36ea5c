import { describe, expect, it } from 'vitest';
import type { Deed } from '../../examples/hybrid-tdd/example.ts';
import { IMPL, TYPESCRIPT_STACK as STACK, TESTS } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { playStack as play } from './play-stack.ts';

const LONG = { timeout: 300_000 };

describe('H5 claims are compared with the disk', LONG, () => {
  it('H5.3 of functions that are not there or were not claimed', async () => {
    const files = {
      'src/stack.ts': `${STACK.types.files?.['src/stack.ts']}\nexport function hidden(): number {\n  return 1;\n}\n`,
    };
    const { result, asked } = await play(
      {
        types: () => ({ claim: rename(STACK.types, 'BoundedStack.pop', 'BoundedStack.popp').claim, files }),
        typesFix: () => ({ ...STACK.types, files }),
      },
      { maxTypeFixes: 1 },
    );
    const [fix] = asked('typesFix');
    expect(fix?.prompt).toContain(
      'BoundedStack.popp is claimed and is not in src/stack.ts. Did you mean BoundedStack.pop?',
    );
    expect(fix?.prompt).toContain('hidden was added in src/stack.ts and is not claimed');
    expect(result).toMatchObject({
      success: false,
      stop: { code: 'DESIGN_REFUSED', problems: [{ code: 'NOT_CLAIMED' }] },
    });
    expect(asked('tests')).toEqual([]);
  });

  it('H3.9 H5.4 of tests that do not call the functions they name, or do not exist', async () => {
    const claim = renameTest(
      retarget(STACK.tests, 'starts empty', ['BoundedStack.pop']),
      'counts',
      'counts everything',
    );
    const { result, mainMoved } = await play({ tests: () => claim }, { maxRetries: 0 });
    const codes = result.stop?.problems.map(({ code }) => code);
    expect(result.stop?.code).toBe('TESTS_REFUSED');
    expect(codes).toEqual(expect.arrayContaining(['CLAIM_NOT_CALLED', 'CLAIM_NOT_ON_DISK', 'COVERAGE_MISSING']));
    expect(mainMoved).toBe(false);
  });

  it('of an implementation that left a stub', async () => {
    const files = { 'src/stack.ts': null };
    const { result } = await play({ impl: () => ({ claim: STACK.impl.claim, files }) }, { maxRetries: 0 });
    expect(result).toMatchObject({
      success: false,
      stop: { code: 'IMPL_REFUSED', problems: [{ code: 'CLAIM_NOT_ON_DISK' }, { code: 'STUB_LEFT' }] },
    });
  });
});

describe('H3.8 tests must be red for the right reason', LONG, () => {
  it('H3.11 trivial tests and tests that reach outside are sent back, with the reason', async () => {
    const trivial = TESTS.replace(
      "describe('BoundedStack', () => {",
      "it('is there', () => { expect(typeof BoundedStack).toBe('function'); });\n\ndescribe('BoundedStack', () => {",
    );
    const { result, asked } = await play({
      tests: ({ time }) => {
        if (time === 1) return { ...STACK.tests, files: { ...STACK.tests.files, 'src/stack.ts': IMPL } };
        return time === 2 ? { ...STACK.tests, files: { 'test/stack.test.ts': trivial } } : STACK.tests;
      },
    });
    const [first, second, third] = asked('tests');
    expect(second?.prompt).toContain('src/stack.ts is not this agent’s to change');
    expect(second?.place).not.toBe(first?.place);
    expect(third?.prompt).toContain('is there never uses the module');
    expect(result).toMatchObject({ success: true });
  });

  it('broken ones are refused', async () => {
    const files = { 'test/stack.test.ts': TESTS.replace("'../src/stack.ts'", "'../src/stacks.ts'") };
    const { result } = await play({ tests: () => ({ ...STACK.tests, files }) }, { maxRetries: 0 });
    expect(result.stop?.problems.map(({ code }) => code)).toContain('RED_BROKEN');
  });
});

describe('H7 the fix loop', LONG, () => {
  const wrong = IMPL.replace('this.#items.pop()', 'this.#items.shift()');
  const fixed = (text: string): Deed => ({
    files: { 'src/stack.ts': text },
    claim: {
      changes: [
        { function: 'BoundedStack.pop', whatChanged: 'the end it takes from', whyFailed: 'wrong end', type: 'Logic' },
      ],
      ...{ helpers: [], learning: 'a stack gives back the last one', brief: 'take from the top' },
    },
  });

  it('H7.1 mends an implementation, and refuses a fix that changes a test', async () => {
    const { result, asked } = await play({
      impl: () => ({ ...STACK.impl, files: { 'src/stack.ts': wrong } }),
      fix: ({ time }) =>
        time === 1 ? { ...fixed(IMPL), files: { 'src/stack.ts': IMPL, 'test/stack.test.ts': '' } } : fixed(IMPL),
    });
    const [first, second] = asked('fix');
    expect(first?.prompt).toContain('Counterexample');
    expect(second?.prompt).toContain('test/stack.test.ts is not this agent’s to change');
    expect(result).toMatchObject({ success: true, understanding: { attempts: 2 } });
  });

  it('stops when it is stuck; main does not move and the work is kept', async () => {
    let n = 0;
    const { rig, result, mainMoved } = await play({
      impl: () => ({ ...STACK.impl, files: { 'src/stack.ts': wrong } }),
      fix: () => fixed(wrong.replace('shift()', `shift() /* try ${++n} */ ?? undefined`)),
    });
    expect(result).toMatchObject({ success: false, landed: null, stop: { code: 'FIX_STUCK' } });
    expect(mainMoved).toBe(false);
    expect(rig.git('log', '--format=%s', result.kept ?? '')).toContain('fix: take from the top');
  });
});

type Claim = Record<string, unknown>;
const asClaim = (deed: Deed): Claim => JSON.parse(JSON.stringify(deed.claim));

function rename(deed: Deed, from: string, to: string): Deed {
  return { ...deed, claim: JSON.parse(JSON.stringify(deed.claim).replace(JSON.stringify(from), JSON.stringify(to))) };
}

function mapTests(deed: Deed, change: (test: Claim) => Claim): Deed {
  const claim = asClaim(deed);
  const tests = Array.isArray(claim.tests) ? claim.tests : [];
  return { ...deed, claim: JSON.parse(JSON.stringify({ ...claim, tests: tests.map(change) })) };
}

const retarget = (deed: Deed, name: string, targets: readonly string[]): Deed =>
  mapTests(deed, (test) => (test.name === name ? { ...test, targets } : test));
const renameTest = (deed: Deed, name: string, to: string): Deed =>
  mapTests(deed, (test) => (test.name === name ? { ...test, name: to } : test));
