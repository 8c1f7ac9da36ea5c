import { describe, expect, it } from 'vitest';
import {
  assay,
  atTerminal,
  codes,
  draft,
  GREEN,
  makeRig,
  RED,
  stateOf,
  TOTAL_STEPS,
  toFirstStep,
  WRONG,
} from './rig.ts';

const QUICK = { thresholds: { scopeReduction: 3, escalation: 5, escalationReplanned: 2 } };

describe('G2 G4 work that fails: counted, nudged, cut smaller, escalated, guided', () => {
  it('G2.22 G2.24 G2.25 G2.26 G2.34 G3.14 G4.3 G9.9 goes through DEBUGGING and REPLANNING to HALTED and back', async () => {
    const rig = makeRig({ config: QUICK });
    const tools = await rig.connect();
    await toFirstStep(rig, tools);

    // EXECUTING_TDD · outcome is not what was expected: a RED that passes.
    rig.write({ 'test/total.test.js': PASSES });
    const passes = await tools.submit('red', { expectation: 'FAIL' });
    expect(passes.status).toBe('FAILURE');
    expect(codes(passes)).toEqual(['RED_PASSES']);
    expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 1 });

    // DEBUGGING · get_task: what was seen, verbatim, and what to try at this count.
    const advice = await tools.task();
    expect(advice.output).toContain('RED_PASSES');
    expect(advice.output).toContain('change the one thing that this explains');

    // The same tree again is answered from the log and does not count.
    const again = await tools.submit('again', { expectation: 'FAIL' });
    expect(codes(again)).toEqual(['NOTHING_CHANGED', 'RED_PASSES']);
    expect(stateOf(rig)).toMatchObject({ debug_attempt_counter: 1 });

    // Locked until enough was measured.
    const locked = await tools.scope();
    expect(locked).toMatchObject({ refused: true, reasons: [{ code: 'LOCKED' }] });
    expect(locked.reasons[0]?.message).toBe('less scope can be asked for after 3 measured failures; there are 1');
    expect((await tools.escalate('# help')).reasons[0]).toMatchObject({
      code: 'LOCKED',
      message: 'help can be asked for after 5 measured failures; there are 1',
    });

    // DEBUGGING · submit_work: the open step's own proof holds.
    rig.write(RED);
    expect(await tools.submit('a real red', { expectation: 'FAIL' })).toMatchObject({ status: 'SUCCESS' });
    expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD', debug_attempt_counter: 0, last_error: null });

    // GREEN that fails; a preflight that fails counts as well.
    rig.write(WRONG);
    const wrong = await tools.submit('green', { expectation: 'PASS' });
    expect(codes(wrong)).toEqual(expect.arrayContaining(['TESTS_FAILED', 'LOCKED_TEST_NOT_PASSED']));
    expect(wrong.output).toContain('sums up');
    rig.write({ 'src/cart.js': `${GREEN['src/cart.js']}// FIXME\n` });
    const unchecked = await tools.submit('green', { expectation: 'PASS' });
    expect(codes(unchecked)).toEqual(['PREFLIGHT_FAILED']);
    expect(unchecked.output).toContain('FIXME');
    expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 2 });
    rig.write({ 'src/cart.js': `${WRONG['src/cart.js']}// again\n` });
    await tools.submit('green', { expectation: 'PASS' });
    expect((await tools.task()).output).toContain('request_scope_reduction');

    // DEBUGGING · request_scope_reduction: back to the checkpoint; what was there is kept.
    const reduced = await tools.scope();
    expect(reduced.output).toContain('# REPLANNING');
    expect(rig.git('status', '--porcelain')).toBe('');
    expect(rig.git('for-each-ref', '--format=%(refname)', 'refs/assay/rescued')).toContain('refs/assay/rescued/');
    const [rescued = ''] = rig.git('for-each-ref', '--format=%(objectname)', 'refs/assay/rescued').split('\n');
    expect(rig.git('show', `${rescued}:src/cart.js`)).toContain('// again');

    // REPLANNING · submit_work: smaller tasks, a history, the original RED last.
    rig.write(draft('feat: Totals', [{ name: 'All at once', steps: TOTAL_STEPS }]));
    const notSmaller = await tools.submit('replanned');
    expect(notSmaller.reasons[0]?.message).toContain('breakdownHistory');
    expect(notSmaller.reasons[0]?.message).toContain('at least two smaller ones');
    rig.write(
      draft('feat: Totals', [
        { name: 'Sum', steps: TOTAL_STEPS, breakdownHistory: ['total counted prices instead of adding them'] },
        { name: 'Empty', steps: TOTAL_STEPS },
      ]),
    );
    expect(await tools.submit('replanned')).toMatchObject({ status: 'SUCCESS' });
    expect((await tools.task()).output).toContain('What was tried before:\n- total counted prices');

    // On a task that was replanned help is open sooner.
    rig.write({ 'test/total.test.js': PASSES });
    await tools.submit('red', { expectation: 'FAIL' });
    rig.write({ 'test/total.test.js': `${PASSES}// again\n` });
    await tools.submit('red', { expectation: 'FAIL' });
    expect((await tools.task()).output).toContain('escalate_for_external_help');
    const asked = await tools.escalate('# Stuck\n\nNobody knows the price list.');
    expect(asked).toMatchObject({ status: 'SUCCESS' });

    // HALTED: only a person can continue from here; the command line says so by its exit code.
    expect((await tools.task()).output).toContain('Nobody knows the price list.');
    expect(codes(await tools.submit('more'))).toEqual(['CALL_NOT_LEGAL']);
    expect((await assay(rig, ['task'])).code).toBe(10);
    expect((await assay(rig, ['state', '--json'])).code).toBe(10);
    const alone = await assay(rig, ['guide', 'last', 'prices are in docs']);
    expect([alone.code, alone.out]).toEqual([1, expect.stringContaining('needs a person at a terminal')]);
    const around = await assay(rig, ['runs', 'answer', 'last', '{"guidance":"go on"}']);
    expect([around.code, around.out]).toEqual([1, expect.stringContaining('needs a person at a terminal')]);
    const guided = await atTerminal(rig, ['guide', 'last', 'prices are in docs']);
    expect([guided.code, guided.out]).toEqual([0, expect.stringContaining('continues in DEBUGGING')]);
    const told = await tools.task();
    expect(told.output).toContain('## Advice from a person\nprices are in docs');
    expect(stateOf(rig)).toMatchObject({ status: expect.any(String) });
    expect((await assay(rig, ['state', '--json'])).out).toContain('"debug_attempt_counter":0');
  }, 240_000);

  it('G2.21 compares the claim about a RED run with the proof', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    await toFirstStep(rig, tools);

    // analysis_decision FAILURE: the agent itself says the test is wrong.
    rig.write(RED);
    await tools.submit('red', { expectation: 'FAIL' });
    expect(codes(await tools.submit('not as meant', { analysis_decision: 'FAILURE' }))).toEqual(['RED_REJECTED']);
    expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 1 });

    // DEBUGGING: the corrected test is a RED of its own.
    rig.write({ 'test/total.test.js': `${RED['test/total.test.js']}\n// corrected\n` });
    expect(await tools.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'SUCCESS' });
    expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD', debug_attempt_counter: 0 });

    // A decision that was not asked for.
    expect(codes(await tools.submit('as meant', { analysis_decision: 'SUCCESS' }))).toEqual(['NOTHING_PENDING']);
  }, 120_000);

  it('G2.20 G3.13 refuses a RED that breaks instead of failing, whatever the agent says of it', async () => {
    const rig = makeRig();
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    rig.write({ 'test/total.test.js': CRASHES });
    const broken = await tools.submit('red', { expectation: 'FAIL' });
    expect(broken).toMatchObject({ status: 'NEEDS_ANALYSIS' });
    const claimed = await tools.submit('as meant', { analysis_decision: 'SUCCESS' });
    expect(claimed).toMatchObject({ status: 'FAILURE', refused: false });
    expect(codes(claimed)).toEqual(['RED_WRONG_REASON']);
    expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 1 });
  }, 120_000);
});

const PASSES = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { add } from '../src/cart.js';

it('adds more', () => assert.equal(add(2, 3), 5));
`;

const CRASHES = `import { it } from 'node:test';
import { add } from '../src/cart.js';

it('adds more', () => add(null.price, 1));
`;
