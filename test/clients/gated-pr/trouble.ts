import { expect } from 'vitest';
import { atTerminal, draft, GREEN, RED, stateOf, TOTAL_STEPS, WRONG } from '../../gated-pr/rig.ts';
import { toFirstStep } from './acts.ts';
import type { Story } from './story.ts';

/** Few failures open what else takes six or ten: the rows are the same. */
export const QUICK = { thresholds: { scopeReduction: 3, escalation: 5, escalationReplanned: 2 } };

const head = (imported: string): string => `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ${imported} } from '../src/cart.js';
`;
const PASSES = `${head('add')}\nit('adds more', () => assert.equal(add(2, 3), 5));\n`;
const CRASHES = `${head('add')}\nit('adds more', () => assert.ok(add(null.price, 1)));\n`;
const red = (text: string) => ({ 'test/total.test.js': text });

/** Work that fails: counted, helped, cut smaller, escalated, guided. */
export async function trouble({ rig, hands }: Story): Promise<void> {
  await toFirstStep(hands);
  await wrongReds({ rig, hands });
  await wrongGreens({ rig, hands });
  await smaller({ rig, hands });
  await help({ rig, hands });
}

type Place = Pick<Story, 'rig' | 'hands'>;

async function wrongReds({ rig, hands }: Place): Promise<void> {
  // EXECUTING_TDD · analysis_decision SUCCESS, and the proof does not hold.
  await hands.write(red(CRASHES));
  expect(await hands.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'NEEDS_ANALYSIS' });
  const claimed = await hands.submit('as meant', { analysis_decision: 'SUCCESS' });
  expect(claimed).toMatchObject({ status: 'FAILURE', refused: false, codes: ['RED_WRONG_REASON'] });
  expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 1 });
  // DEBUGGING · get_task, the same tree again, what is locked, and one that does not hold either.
  expect((await hands.task()).text).toContain('change the one thing that this explains');
  const again = await hands.submit('again', { expectation: 'FAIL' });
  expect(again.codes).toEqual(['NOTHING_CHANGED', 'RED_WRONG_REASON']);
  expect(await hands.scope()).toMatchObject({ refused: true, codes: ['LOCKED'] });
  expect(await hands.escalate('# Help')).toMatchObject({ refused: true, codes: ['LOCKED'] });
  expect(stateOf(rig)).toMatchObject({ debug_attempt_counter: 1 });
  await hands.write(red(PASSES));
  expect(await hands.submit('red', { expectation: 'FAIL' })).toMatchObject({ codes: ['RED_PASSES'] });
  expect(stateOf(rig)).toMatchObject({ debug_attempt_counter: 2 });
  // DEBUGGING · submit_work: the step's own proof holds.
  await hands.write(RED);
  expect(await hands.submit('a real red', { expectation: 'FAIL' })).toMatchObject({ status: 'SUCCESS' });
  expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD', debug_attempt_counter: 0, last_error: null });
}

async function wrongGreens({ rig, hands }: Place): Promise<void> {
  // EXECUTING_TDD · outcome is not what was expected; a preflight that fails counts as well.
  await hands.write(WRONG);
  const wrong = await hands.submit('green', { expectation: 'PASS' });
  expect(wrong.codes).toEqual(expect.arrayContaining(['TESTS_FAILED', 'LOCKED_TEST_NOT_PASSED']));
  await hands.write({ 'src/cart.js': `${GREEN['src/cart.js']}// FIXME\n` });
  expect(await hands.submit('green', { expectation: 'PASS' })).toMatchObject({ codes: ['PREFLIGHT_FAILED'] });
  await hands.write({ 'src/cart.js': `${WRONG['src/cart.js']}// again\n` });
  await hands.submit('green', { expectation: 'PASS' });
  expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 3 });
  expect((await hands.task()).text).toContain('request_scope_reduction');
}

async function smaller({ rig, hands }: Place): Promise<void> {
  // DEBUGGING · request_scope_reduction: back to the checkpoint; what was there is kept.
  expect((await hands.scope()).text).toContain('# REPLANNING');
  expect(rig.git('status', '--porcelain')).toBe('');
  expect(rig.git('for-each-ref', '--format=%(refname)', 'refs/assay/rescued')).toContain('refs/assay/rescued/');
  // REPLANNING · get_task and submit_work: smaller tasks, a history, the original RED last.
  expect((await hands.task()).text).toContain('breakdownHistory');
  await hands.write(draft('feat: Totals', [{ name: 'All at once', steps: TOTAL_STEPS }]));
  expect(await hands.submit('replanned')).toMatchObject({ codes: ['DRAFT_UNFIT'] });
  const history = ['total counted prices instead of adding them'];
  await hands.write(
    draft('feat: Totals', [
      { name: 'Sum', steps: TOTAL_STEPS, breakdownHistory: history },
      { name: 'Empty', steps: TOTAL_STEPS },
    ]),
  );
  expect(await hands.submit('replanned')).toMatchObject({ status: 'SUCCESS' });
  expect((await hands.task()).text).toContain('total counted prices');
}

async function help({ rig, hands }: Place): Promise<void> {
  // EXECUTING_TDD · analysis_decision FAILURE: the agent itself says that the test is wrong.
  await hands.write(RED);
  expect(await hands.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'NEEDS_ANALYSIS' });
  const rejected = await hands.submit('not as meant', { analysis_decision: 'FAILURE' });
  expect(rejected).toMatchObject({ codes: ['RED_REJECTED'] });
  await hands.write(red(PASSES));
  await hands.submit('red', { expectation: 'FAIL' });
  expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 2 });
  // DEBUGGING · escalate: on a task that was replanned help is open sooner.
  expect((await hands.task()).text).toContain('escalate_for_external_help');
  expect(await hands.escalate('# Stuck\n\nNobody knows the price list.')).toMatchObject({ status: 'SUCCESS' });
  // HALTED: only a person can continue from here.
  expect((await hands.task()).text).toContain('Nobody knows the price list.');
  expect(await hands.submit('more')).toMatchObject({ refused: true, codes: ['CALL_NOT_LEGAL'] });
  expect(stateOf(rig)).toMatchObject({ status: 'HALTED' });
  expect((await atTerminal(rig, ['guide', 'last', 'prices are in docs'])).code).toBe(0);
  expect((await hands.task()).text).toContain('prices are in docs');
  expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 0 });
  expect(await hands.leave()).toBe(0);
}
