import { describe, expect, it } from 'vitest';
import { prSnapshotOf } from '#app/gated-pr/pr-snapshot.ts';
import { openRuns } from '#app/open-runs.ts';
import {
  assay,
  atTerminal,
  codes,
  commit,
  GREEN,
  makeRig,
  markPlan,
  type Rig,
  stateOf,
  type Tools,
  toAllDone,
  toFirstStep,
} from './rig.ts';

const PLAN = '# Shop\n\n## PR 1: Totals\n\nA cart has a total.\n';
const FINDINGS = [
  { file: 'src/cart.js', message: 'total needs a comment' },
  { file: 'src/cart.js', message: 'add has a bad name' },
];

/** Three rounds in which the reviewer finds the same. */
async function toHalt(rig: Rig, tools: Tools): Promise<void> {
  await toFirstStep(rig, tools);
  await toAllDone(rig, tools);
  rig.reviewer(FINDINGS);
  await tools.task();
  for (const round of [1, 2]) {
    await tools.task();
    rig.write({ 'src/cart.js': `${GREEN['src/cart.js']}// try ${round}\n` });
    await tools.submit('tried', { expectation: 'PASS' });
    commit(rig, `checkpoint: try ${round}`);
    await tools.submit('committed');
    // The other finding needs nothing, so there is nothing to commit.
    expect(await tools.submit('the same edit', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
    expect((await tools.task()).output).toContain('# CODE_REVIEW');
  }
  const halted = await tools.task();
  expect(codes(halted)).toEqual(['REVIEW_FINDING', 'REVIEW_FINDING']);
  expect(stateOf(rig)).toMatchObject({ status: 'HALTED' });
}

/** From all settled to merged. */
async function toMerged(rig: Rig, tools: Tools): Promise<void> {
  rig.git('reset', '--soft', 'main');
  rig.git('commit', '--quiet', '--message', 'feat: Totals');
  expect(await tools.submit('squashed')).toMatchObject({ status: 'SUCCESS' });
  markPlan(rig, '## PR 1: Totals');
  await tools.submit('marked');
  await tools.task();
  expect((await tools.task()).output).toContain('Merged as');
}

describe('G5 a review that goes in circles is answered by a person', () => {
  it('with advice that the agent and the reviewer are reported, and continues to merged', async () => {
    const rig = makeRig({ files: { 'PLAN.md': PLAN } });
    const tools = await rig.connect();
    await toHalt(rig, tools);
    expect((await tools.task()).output).toContain('1. src/cart.js: total needs a comment\n2. src/cart.js: add has');

    const guided = await atTerminal(rig, ['guide', 'last', 'say what an empty cart costs']);
    expect([guided.code, guided.out]).toEqual([0, expect.stringContaining('continues in EXECUTING_TDD')]);
    const told = await tools.task();
    expect(told.output).toContain('## Advice from a person\nsay what an empty cart costs');
    expect(told.output).toContain('src/cart.js: total needs a comment');

    rig.write({ 'src/cart.js': `${GREEN['src/cart.js']}// An empty cart costs nothing.\n` });
    await tools.submit('settled', { expectation: 'PASS' });
    commit(rig, 'checkpoint: comment');
    await tools.submit('committed');
    expect((await tools.task()).output).toContain('say what an empty cart costs');
    await tools.submit('the name stays', { expectation: 'PASS' });
    rig.reviewer([]);
    await tools.task();
    expect((await tools.task()).output).toContain('The findings are settled');
    expect(JSON.parse(rig.reviewed())).toMatchObject({ advice: ['say what an empty cart costs'], waived: [] });
    expect((await tools.task()).output).toContain('# AWAITING_FINALIZATION');
    await toMerged(rig, tools);
  }, 300_000);

  it('G5.6 who overrules what is none: it is not raised again, and the log says who did that', async () => {
    const rig = makeRig({ files: { 'PLAN.md': PLAN } });
    const tools = await rig.connect();
    await toHalt(rig, tools);

    const alone = await assay(rig, ['guide', 'last', 'fine as it is', '--waive', '1']);
    expect([alone.code, alone.out]).toEqual([1, expect.stringContaining('needs a person at a terminal')]);
    const wrong = await atTerminal(rig, ['guide', 'last', 'fine as it is', '--waive', '3']);
    expect([wrong.code, wrong.out]).toEqual([2, expect.stringContaining('there is no finding 3')]);
    expect(wrong.out).toContain('2. src/cart.js: add has a bad name');

    const waived = await atTerminal(rig, ['guide', 'last', 'fine as it is', '--waive', '1', '2']);
    expect([waived.code, waived.out]).toEqual([0, expect.stringContaining('continues in CODE_REVIEW')]);
    expect((await tools.task()).output).toContain('# AWAITING_FINALIZATION');
    expect(JSON.parse(rig.reviewed())).toMatchObject({
      waived: ['src/cart.js: total needs a comment', 'src/cart.js: add has a bad name'],
    });
    const [{ by, why } = { by: '', why: '' }] = await waiversOf(rig);
    expect([by.length > 0 && by !== 'a person', why]).toEqual([true, 'fine as it is']);
    expect((await assay(rig, ['state'])).out).toContain(`waived by ${by}: src/cart.js: total needs a comment`);
    await toMerged(rig, tools);
  }, 300_000);
});

async function waiversOf({ env }: Rig) {
  const runs = await openRuns(env);
  const [run] = await runs.store.list({ status: ['running', 'paused'] });
  const snapshot = run && (await prSnapshotOf(runs.store, runs.blobs, run.run));
  await runs.close();
  return snapshot?.state.review?.waived ?? [];
}
