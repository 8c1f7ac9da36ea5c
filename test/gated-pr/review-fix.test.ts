import { describe, expect, it } from 'vitest';
import { codes, commit, type Files, makeRig, stateOf, toFirstStep } from './rig.ts';

const test = (body: string): Files => ({
  'test/text.test.js': `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { add } from '../src/cart.js';

it('adds prices that are text', () => {
${body}
});
`,
});
const PRINT = "  console.log(add('1', 2));";
const ASKS = "  assert.equal(add('1', 2), 3);";
const LOOSE = "  assert.ok(add('1', 2));";
const CODE: Files = { 'src/cart.js': 'export const add = (a, b) => Number(a) + Number(b);\n' };

describe('G5 a finding in a test of this PR', () => {
  it('is reported at RED, and can be fixed after the review: the print goes, the tested behaviour stays', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    rig.write(test(`${PRINT}\n${ASKS}`));
    const red = await tools.submit('red', { expectation: 'FAIL' });
    expect(red.status).toBe('NEEDS_ANALYSIS');
    expect(red.output).toContain('The review will not accept this');
    expect(red.output).toContain('test/text.test.js:6: temporary: a debug print was added');
    // It is reported, not refused: the test is red as it should be.
    expect(await tools.submit('as meant', { analysis_decision: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS' });
    rig.write(CODE);
    expect(await tools.submit('green', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
    commit(rig, 'checkpoint: green');
    await tools.submit('committed');
    await tools.task();
    const found = await tools.task();
    expect(found.output).toContain('Settle this major finding: test/text.test.js:6: temporary: a debug print');
    expect(found.output).toContain('A test that this PR added may be corrected');

    // The cheating twin: under cover of the finding the test asks for less, so that main's code passes it.
    rig.write(test(LOOSE));
    const weakened = await tools.submit('print taken out', { expectation: 'PASS' });
    expect(weakened.status).toBe('FAILURE');
    expect(codes(weakened)).toEqual(['TEST_WEAKENED']);
    expect(weakened.reasons[0]?.message).toBe(
      'test/text.test.js > adds prices that are text was changed and is no longer red on main’s code',
    );
    expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 1 });

    rig.write(test(ASKS));
    expect(await tools.submit('print taken out', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
    commit(rig, 'checkpoint: no print');
    expect(await tools.submit('committed')).toMatchObject({ status: 'SUCCESS' });
    await tools.task();
    await tools.task();
    expect((await tools.task()).output).toContain('# AWAITING_FINALIZATION');
  }, 300_000);
});
