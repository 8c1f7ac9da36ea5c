import { expect } from 'vitest';
import { assay, atTerminal, type Files, type Rig, stateOf } from '../../gated-pr/rig.ts';
import { checkpoint, greenDone, markDone, redDone, squash, toFirstStep } from './acts.ts';
import { HEADING, type Story } from './story.ts';

/** MERGING_BRANCH · get_task with a conflict: HALTED with nothing touched; a person settles it, and it is merged. */
export async function mergeConflict({ rig, hands }: Story): Promise<void> {
  await toMerge({ rig, hands });
  const before = rig.git('rev-parse', 'main');
  elsewhere(rig, { 'src/cart.js': 'export const add = (a, b) => b + a;\nexport const sub = (a, b) => a - b;\n' });
  const main = rig.git('rev-parse', 'main');
  const conflict = await hands.task();
  expect(conflict).toMatchObject({ codes: ['MERGE_CONFLICT'], text: expect.stringContaining('src/cart.js') });
  expect(stateOf(rig)).toMatchObject({ status: 'HALTED' });
  expect([rig.git('rev-parse', 'main'), rig.git('status', '--porcelain')]).toEqual([main, '']);
  expect((await assay(rig, ['task'])).code).toBe(10);
  // A person takes their own commit back and says so.
  rig.git('update-ref', 'refs/heads/main', before);
  expect((await atTerminal(rig, ['guide', 'last', 'main is as it was'])).code).toBe(0);
  expect(await hands.task()).toMatchObject({ status: 'SUCCESS', text: expect.stringContaining('Merged as') });
  expect(await hands.leave()).toBe(0);
  expect(rig.git('log', '-1', '--format=%s', 'main')).toBe('Merge feat/totals: feat: Totals');
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
