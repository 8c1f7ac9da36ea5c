import { describe, expect, it, onTestFinished } from 'vitest';
import { answers, explains, sketch } from '../../examples/hybrid-tdd/claims.ts';
import { TYPESCRIPT_STACK as STACK, TESTS } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { hybridRig } from './hybrid-rig.ts';
import { honest } from './scripted-attempt-runner.ts';

describe('H6 real mutants decide', { timeout: 600_000 }, () => {
  it('the tests agent adds a test for a check that no test needed, without ever seeing it', async () => {
    // The assertions about a full stack are gone; the titles and the claims stay.
    const weak = TESTS.replace(/\n +expect\(\(\) => stack\.push\(item\)\)\.toThrow\(RangeError\);/, '')
      .replace('      stack.push(2);\n', '      return stack.size;\n')
      .replace('expect(push).toThrow();', 'expect(push()).toBe(1);');
    const rig = await hybridRig(
      STACK,
      honest(STACK, {
        tests: () => ({ ...STACK.tests, files: { 'test/stack.test.ts': weak } }),
        explain: explains(
          'it grows without limit',
          sketch('full-refuses', 'Boundary', 'A full stack refuses.', 'push on a full stack throws'),
        ),
        strengthen: answers(STACK.tests, 'grows by one'),
      }),
      { maxMutants: 8 },
    );
    onTestFinished(() => rig.close());
    const { result } = await rig.run();
    expect(result).toMatchObject({ success: true, mutation: { type: 'measured' } });
    const strengthen = rig.turns.find(({ node }) => node === 'strengthen');
    expect(strengthen?.prompt).toContain('RemovedCheck');
    expect(strengthen?.prompt).not.toContain('this.#items');
    expect(result.mutation?.type === 'measured' && result.mutation.survivors.filter(({ blocks }) => blocks)).toEqual(
      [],
    );
  });
});
