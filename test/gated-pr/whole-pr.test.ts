import { describe, expect, it } from 'vitest';
import { assay, codes, commit, draft, GREEN, makeRig, markPlan, RED, stateOf, TOTAL_STEPS } from './rig.ts';

const PLAN = '# Shop\n\n## PR 1: Totals\n\nA cart has a total.\n';

describe('G1 G2 G5 G6 a PR from the plan to merged, over MCP on a real repository', () => {
  it('G1.3 G1.5 G1.10 G1.14 G2.6 G2.7 G2.8 G2.14 G2.28 G2.29 G2.30 G2.31 G2.32 G2.35 G3.10 G3.21 K12.2 moves by every row of the table on the way, and refuses calls that are not open', async () => {
    const rig = makeRig({ files: { 'PLAN.md': PLAN } });
    const tools = await rig.connect();
    const base = rig.git('rev-parse', 'main');

    // INITIALIZING · get_task: the next open PR is picked, the schema is in the briefing.
    const first = await tools.task();
    expect(first).toMatchObject({ status: 'SUCCESS', refused: false });
    expect(first.output).toContain('PR 1: Totals');
    expect(first.output).toContain('"prTitle"');
    const early = await tools.scope();
    expect(early).toMatchObject({ status: 'FAILURE', refused: true });
    expect(early.reasons[0]).toMatchObject({
      code: 'CALL_NOT_LEGAL',
      message: 'request_scope_reduction is not open in INITIALIZING',
      next: 'Legal now: get_task, submit_work.',
    });

    // INITIALIZING · submit_work: a draft that does not fit is refused field by field.
    rig.write({ '.assay/ACTIVE_PR.json': '{"prTitle": "feat: Totals"}' });
    const unfit = await tools.submit('drafted');
    expect(codes(unfit)).toEqual(['DRAFT_UNFIT']);
    expect(unfit.reasons[0]?.message).toContain('tasks');
    rig.write(draft('feat: Totals', [{ name: 'Total', steps: TOTAL_STEPS }]));
    expect(await tools.submit('drafted')).toMatchObject({ status: 'SUCCESS' });
    expect(stateOf(rig)).toMatchObject({ version: 1, status: 'CREATING_BRANCH' });
    expect(codes(await tools.submit('too early'))).toEqual(['CALL_NOT_LEGAL']);

    // CREATING_BRANCH · get_task: from main, named by the title; then exactly one step.
    const step = await tools.task();
    expect(step.output).toContain('## RED: an empty cart costs nothing');
    expect(step.output).not.toContain('## GREEN');
    expect(rig.git('branch', '--show-current')).toBe('feat/totals');
    expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD', current_pr_branch: 'feat/totals' });

    // EXECUTING_TDD · submit_work FAIL: always NEEDS_ANALYSIS, then the proof decides.
    rig.write(RED);
    const wrongWay = await tools.submit('red', { expectation: 'PASS' });
    expect(codes(wrongWay)).toEqual(['EXPECTATION_UNFIT']);
    const red = await tools.submit('red', { expectation: 'FAIL', test_command: 'npm test' });
    expect(red).toMatchObject({ status: 'NEEDS_ANALYSIS', reasons: [] });
    expect(red.output).toContain('total');
    expect((await tools.task()).output).toContain('analysis_decision');
    const meant = await tools.submit('as meant', { analysis_decision: 'SUCCESS' });
    expect(meant).toMatchObject({ status: 'SUCCESS', evidence: [{ kind: 'tests' }, { kind: 'diff' }] });
    expect((await tools.task()).output).toContain('Locked tests:\n- test/total.test.js > sums up');

    // EXECUTING_TDD · submit_work PASS: green proof and preflight; then a checkpoint, which is verified.
    rig.write(GREEN);
    const green = await tools.submit('green', { expectation: 'PASS' });
    expect(green.status).toBe('SUCCESS');
    // The run's own output is between its result and the next step.
    expect(green.output).toMatch(
      /^node:test: 3 passed\n--- what node:test printed\n.*GREEN is done\. Call get_task\.$/s,
    );
    expect(green.evidence.map(({ kind }) => kind)).toEqual(['tests', 'command']);
    expect((await tools.task()).output).toContain('git add -A && git commit');
    expect(codes(await tools.submit('not committed'))).toEqual(['NOT_COMMITTED']);
    commit(rig, 'checkpoint: total');
    expect(await tools.submit('committed')).toMatchObject({ status: 'SUCCESS' });
    expect(stateOf(rig)).toMatchObject({ last_commit_hash: rig.git('rev-parse', 'HEAD') });

    // EXECUTING_TDD · get_task, all done: the review; CODE_REVIEW with findings: a task for each.
    expect((await tools.task()).output).toContain('# CODE_REVIEW');
    expect(codes(await tools.submit('too early'))).toEqual(['CALL_NOT_LEGAL']);
    rig.reviewer([{ file: 'src/cart.js', message: 'total needs a comment' }]);
    expect((await tools.task()).output).toContain('src/cart.js: total needs a comment');
    expect(JSON.parse(rig.reviewed())).toMatchObject({ title: 'feat: Totals', diff: expect.stringContaining('total') });
    rig.write({ 'src/cart.js': `${GREEN['src/cart.js']}// A total of nothing is nothing.\n` });
    expect(await tools.submit('settled', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
    commit(rig, 'checkpoint: comment');
    expect(await tools.submit('committed')).toMatchObject({ status: 'SUCCESS' });
    rig.reviewer([]);
    await tools.task();
    expect((await tools.task()).output).toContain('the whole is reviewed once more');
    const clean = await tools.task();
    expect(clean.output).toContain('# AWAITING_FINALIZATION');
    expect(clean.output).toContain(`git reset --soft ${base}`);

    // AWAITING_FINALIZATION · submit_work: one commit, the title, the reviewed tree.
    expect(codes(await tools.submit('not squashed'))).toEqual(['NOT_ONE_COMMIT']);
    rig.git('reset', '--soft', base);
    rig.git('commit', '--quiet', '--message', 'feat: something else');
    expect(codes(await tools.submit('squashed'))).toEqual(['WRONG_TITLE']);
    rig.git('commit', '--quiet', '--amend', '--message', 'feat: Totals');
    expect(await tools.submit('squashed')).toMatchObject({ status: 'SUCCESS' });

    // FINALIZE_COMPLETE: the plan says so and nothing else changed; Assay commits that edit.
    const final = rig.git('rev-parse', 'HEAD');
    expect((await tools.task()).output).toContain(final);
    expect(codes(await tools.submit('not marked'))).toEqual(['PLAN_UNMARKED']);
    markPlan(rig, '## PR 1: Totals');
    rig.write({ 'stray.txt': 'x' });
    expect(codes(await tools.submit('marked'))).toEqual(['MORE_CHANGED']);
    rig.git('clean', '--quiet', '-fd');
    expect(await tools.submit('marked')).toMatchObject({ status: 'SUCCESS' });
    expect(rig.git('log', '-1', '--format=%P')).toBe(final);

    // PLAN_UPDATED, MERGING_BRANCH: merged with a merge commit, tested on the result, branch and draft gone.
    expect((await tools.task()).output).toContain('Ready to merge');
    const merged = await tools.task();
    expect(merged).toMatchObject({ status: 'SUCCESS', evidence: [{ kind: 'tests' }, { kind: 'command' }] });
    expect(rig.git('branch', '--show-current')).toBe('main');
    expect(rig.git('branch', '--list', 'feat/*')).toBe('');
    expect(rig.git('log', '-1', '--format=%P', 'main').split(' ')).toHaveLength(2);
    expect(rig.git('rev-parse', 'main^1')).toBe(base);
    expect(rig.git('status', '--porcelain')).toBe('');

    // Nothing is open any more.
    expect((await tools.task()).output).toContain('# PLAN_DONE');
    expect(codes(await tools.submit('more'))).toEqual(['CALL_NOT_LEGAL']);

    // From now on the refusals, their fixes and the merge are known.
    const failures = (await assay(rig, ['history', '--only', 'failures'])).out;
    expect(failures).toMatch(
      /^failure .*was refused\. DRAFT_UNFIT: .*\n {2}fixed by: .*was accepted after 1 refused\./m,
    );
    expect((await assay(rig, ['history', '--only', 'decisions'])).out).toMatch(/^decision Merged .*Totals as /m);
  }, 900_000);
});
