import { expect } from 'vitest';
import { assay, draft, GREEN, RED, type Step, stateOf, TOTAL_STEPS } from '../../gated-pr/rig.ts';
import { checkpoint, markDone, redDone, squash, toFirstStep } from './acts.ts';
import { HEADING, type Story } from './story.ts';

const STEPS: readonly Step[] = [...TOTAL_STEPS, { type: 'REFACTOR', description: 'the sum has a name' }];
const REFACTORED = {
  'src/cart.js': `export const add = (a, b) => a + b;
const sum = (numbers) => numbers.reduce(add, 0);
export const total = (prices) => sum(prices);
`,
};
const COMMENTED = { 'src/cart.js': `${REFACTORED['src/cart.js']}// A total of nothing is nothing.\n` };
const WEAKENED = {
  'test/total.test.js': RED['test/total.test.js']?.replace('total([2, 3]), 5', 'total([]), 0') ?? '',
};

/** From the plan to merged, with refusals on the way: a draft that does not fit, a weakened test, a wrong title. */
export async function wholePr({ rig, hands }: Story): Promise<void> {
  const base = rig.git('rev-parse', 'main');
  await drafting({ rig, hands });
  await steps({ rig, hands });
  await review({ rig, hands });
  const final = await finalization({ rig, hands });

  // PLAN_UPDATED, MERGING_BRANCH · get_task: merged with a merge commit, tested on the result.
  expect((await hands.task()).text).toContain('Ready to merge');
  expect(await hands.task()).toMatchObject({ status: 'SUCCESS', text: expect.stringContaining('Merged as') });
  expect((await hands.task()).text).toContain('# PLAN_DONE');
  expect(await hands.submit('more')).toMatchObject({ refused: true, codes: ['CALL_NOT_LEGAL'] });
  expect(await hands.leave()).toBe(0);

  // From outside: what git has, and what the log says.
  expect(rig.git('log', '-1', '--format=%s', 'main')).toBe('Merge feat/totals: feat: Totals');
  expect(rig.git('rev-parse', 'main^1')).toBe(base);
  expect(rig.git('log', '-1', '--format=%s', final)).toBe('feat: Totals');
  expect(rig.git('merge-base', '--is-ancestor', final, 'main')).toBe('');
  expect(rig.git('branch', '--list', 'feat/*')).toBe('');
  expect(rig.git('status', '--porcelain')).toBe('');
  expect(rig.read('PLAN.md')).toContain(`${HEADING} [DONE] ${final}`);
  const { out } = await assay(rig, ['state', '--json']);
  expect(JSON.parse(out)).toMatchObject({ busy: null, state: { status: 'PLAN_DONE', last_error: null } });
}

type Place = Pick<Story, 'rig' | 'hands'>;

async function drafting({ rig, hands }: Place): Promise<void> {
  // INITIALIZING · get_task, and a call that is not open there.
  const first = await hands.task();
  expect(first).toMatchObject({ status: 'SUCCESS', text: expect.stringContaining('PR 1: Totals') });
  expect(first.text).toContain('prTitle');
  expect(await hands.scope()).toMatchObject({ refused: true, codes: ['CALL_NOT_LEGAL'] });
  // INITIALIZING · submit_work: told by field, then taken in.
  await hands.write({ '.assay/ACTIVE_PR.json': '{"prTitle": "feat: Totals"}\n' });
  expect(await hands.submit('drafted')).toMatchObject({ status: 'FAILURE', codes: ['DRAFT_UNFIT'] });
  await hands.write(draft('feat: Totals', [{ name: 'Total', steps: STEPS }]));
  expect(await hands.submit('drafted')).toMatchObject({ status: 'SUCCESS' });
  expect(stateOf(rig)).toMatchObject({ status: 'CREATING_BRANCH' });
  // CREATING_BRANCH · get_task: from main, named by the title; exactly one step.
  const step = await hands.task();
  expect(step.text).toContain('## RED: an empty cart costs nothing');
  expect(step.text).not.toContain('## GREEN');
  expect(rig.git('branch', '--show-current')).toBe('feat/totals');
}

async function steps({ rig, hands }: Place): Promise<void> {
  // RED: NEEDS_ANALYSIS, then the proof decides.
  await hands.write(RED);
  expect(await hands.submit('red', { expectation: 'PASS' })).toMatchObject({ codes: ['EXPECTATION_UNFIT'] });
  const red = await hands.submit('red', { expectation: 'FAIL', test_command: 'npm test' });
  expect(red).toMatchObject({ status: 'NEEDS_ANALYSIS', codes: [], text: expect.stringContaining('total') });
  expect(await hands.submit('as meant', { analysis_decision: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS' });
  // GREEN with a test that is made to pass is refused and counted; the honest one is accepted.
  await hands.write({ 'src/cart.js': `${rig.read('src/cart.js')}export const total = () => 0;\n`, ...WEAKENED });
  const cheat = await hands.submit('green', { expectation: 'PASS' });
  expect(cheat).toMatchObject({ status: 'FAILURE', refused: false });
  expect(cheat.codes).toContain('TEST_CHANGED');
  expect(stateOf(rig)).toMatchObject({ status: 'DEBUGGING', debug_attempt_counter: 1 });
  expect((await assay(rig, ['state'])).out).toContain('TEST_CHANGED');
  expect((await hands.task()).text).toContain('TEST_CHANGED');
  await hands.write({ ...RED, ...GREEN });
  expect(await hands.submit('green', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
  expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD', debug_attempt_counter: 0, last_error: null });
  // The checkpoint is verified.
  expect(await hands.submit('not committed')).toMatchObject({ codes: ['NOT_COMMITTED'] });
  await checkpoint(hands, 'checkpoint: total');
  expect(stateOf(rig)).toMatchObject({ last_commit_hash: rig.git('rev-parse', 'HEAD') });
  // REFACTOR: no outcome changes.
  expect((await hands.task()).text).toContain('## REFACTOR: the sum has a name');
  await hands.write(REFACTORED);
  expect(await hands.submit('refactored', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
  await checkpoint(hands, 'checkpoint: sum');
}

async function review({ rig, hands }: Place): Promise<void> {
  // EXECUTING_TDD · get_task, all done; CODE_REVIEW with findings, then without.
  expect((await hands.task()).text).toContain('# CODE_REVIEW');
  expect(await hands.submit('too early')).toMatchObject({ refused: true, codes: ['CALL_NOT_LEGAL'] });
  rig.reviewer([{ file: 'src/cart.js', message: 'total needs a comment' }]);
  expect((await hands.task()).text).toContain('src/cart.js: total needs a comment');
  await hands.write(COMMENTED);
  expect(await hands.submit('settled', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
  await checkpoint(hands, 'checkpoint: comment');
  rig.reviewer([]);
  await hands.task();
  expect((await hands.task()).text).toContain('the whole is reviewed once more');
  expect((await hands.task()).text).toContain('# AWAITING_FINALIZATION');
}

async function finalization({ rig, hands }: Place): Promise<string> {
  // AWAITING_FINALIZATION · submit_work: one commit, the title, the reviewed tree.
  expect(await hands.submit('not squashed')).toMatchObject({ codes: ['NOT_ONE_COMMIT'] });
  await squash(rig, hands, 'feat: something else');
  expect(await hands.submit('squashed')).toMatchObject({ codes: ['WRONG_TITLE'] });
  await hands.shell(`git commit --amend -m 'feat: Totals'`);
  expect(await hands.submit('squashed')).toMatchObject({ status: 'SUCCESS' });
  const final = rig.git('rev-parse', 'HEAD');
  // FINALIZE_COMPLETE: the plan says so, and nothing else changed.
  expect((await hands.task()).text).toContain(final);
  expect(await hands.submit('not marked')).toMatchObject({ codes: ['PLAN_UNMARKED'] });
  await markDone(rig, hands, HEADING);
  await hands.write({ 'stray.txt': 'x\n' });
  expect(await hands.submit('marked')).toMatchObject({ codes: ['MORE_CHANGED'] });
  await hands.shell('rm stray.txt');
  expect(await hands.submit('marked')).toMatchObject({ status: 'SUCCESS' });
  return final;
}

/** The least that shows a client at work: from the plan to a RED that was proven. */
export async function firstRed({ rig, hands }: Story): Promise<void> {
  await toFirstStep(hands);
  await redDone(hands);
  expect((await hands.task()).text).toContain('## GREEN: total sums up');
  expect(await hands.leave()).toBe(0);
  expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD', current_pr_branch: 'feat/totals' });
}
