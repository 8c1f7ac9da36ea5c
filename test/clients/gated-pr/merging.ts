import { expect } from 'vitest';
import { assay, atTerminal, type Files, GREEN, type Rig, stateOf } from '../../gated-pr/rig.ts';
import { checkpoint, greenDone, markDone, redDone, squash, toFirstStep } from './acts.ts';
import { HEADING, type Story } from './story.ts';

/**
 * MERGING_BRANCH · get_task with a conflict: HALTED with nothing touched; a person brings the branch together with main,
 * and it is reviewed again and merged.
 */
export async function mergeConflict({ rig, hands }: Story): Promise<void> {
  await toMerge({ rig, hands });
  elsewhere(rig, { 'src/cart.js': 'export const add = (a, b) => b + a;\nexport const sub = (a, b) => a - b;\n' });
  const main = rig.git('rev-parse', 'main');
  const conflict = await hands.task();
  expect(conflict).toMatchObject({ codes: ['MERGE_CONFLICT'], text: expect.stringContaining('src/cart.js') });
  expect(conflict.text).toContain('git switch feat/totals && git merge main');
  expect(stateOf(rig)).toMatchObject({ status: 'HALTED' });
  expect([rig.git('rev-parse', 'main'), rig.git('status', '--porcelain')]).toEqual([main, '']);
  expect((await assay(rig, ['task'])).code).toBe(10);
  // A person merges main into the branch and says so.
  rig.git('merge', '--quiet', '--strategy-option=ours', '--no-edit', 'main');
  rig.write({ 'src/cart.js': `${GREEN['src/cart.js']}export const sub = (a, b) => a - b;\n` });
  rig.git('commit', '--quiet', '--all', '--amend', '--no-edit');
  expect((await atTerminal(rig, ['guide', 'last', 'both are in'])).code).toBe(0);
  expect(await hands.task()).toMatchObject({ status: 'SUCCESS', text: expect.stringContaining('reviewed again') });
  expect((await hands.task()).text).toContain(`git reset --soft ${main}`);
  await squash(rig, hands, 'feat: Totals');
  expect(await hands.submit('squashed')).toMatchObject({ status: 'SUCCESS' });
  await hands.shell(`sed -i 's/\\[DONE\\] .*/[DONE] ${rig.git('rev-parse', 'HEAD')}/' PLAN.md`);
  expect(await hands.submit('marked')).toMatchObject({ status: 'SUCCESS' });
  expect((await hands.task()).text).toContain('Ready to merge');
  expect(await hands.task()).toMatchObject({ status: 'SUCCESS', text: expect.stringContaining('Merged as') });
  expect(await hands.leave()).toBe(0);
  expect(rig.git('log', '-2', '--first-parent', '--format=%s', 'main')).toBe(
    'Merge feat/totals: feat: Totals\nelsewhere',
  );
}

async function toMerge({ rig, hands }: Pick<Story, 'rig' | 'hands'>): Promise<void> {
  await toFirstStep(hands);
  await redDone(hands);
  await greenDone(hands);
  await checkpoint(hands, 'checkpoint: total');
  await hands.task();
  expect((await hands.task()).text).toContain('# AWAITING_FINALIZATION');
  await squash(rig, hands, 'feat: Totals');
  expect(await hands.submit('squashed')).toMatchObject({ status: 'SUCCESS' });
  await markDone(rig, hands, HEADING);
  expect(await hands.submit('marked')).toMatchObject({ status: 'SUCCESS' });
  expect((await hands.task()).text).toContain('Ready to merge');
}

/** Somebody else's commit on main, made without a checkout. */
function elsewhere(rig: Rig, files: Files): void {
  const worktree = `${rig.home}/elsewhere`;
  rig.git('worktree', 'add', '--quiet', '--force', worktree, 'main');
  for (const [path, text] of Object.entries(files)) rig.write({ [`../home/elsewhere/${path}`]: text });
  rig.git('-C', worktree, 'commit', '--quiet', '--all', '--message', 'elsewhere');
  rig.git('worktree', 'remove', '--force', worktree);
}
