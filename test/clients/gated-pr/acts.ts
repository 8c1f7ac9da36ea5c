import { expect } from 'vitest';
import { draft, type Files, GREEN, RED, type Rig, type Step, TOTAL_STEPS } from '../../gated-pr/rig.ts';
import type { Hands } from './hands.ts';

/** Steps shared by several stories. Each relies on the answers that the client's model got. */

export async function toFirstStep(hands: Hands, steps: readonly Step[] = TOTAL_STEPS): Promise<void> {
  await hands.task();
  await hands.write(draft('feat: Totals', [{ name: 'Total', steps }]));
  expect(await hands.submit('drafted')).toMatchObject({ status: 'SUCCESS' });
  expect((await hands.task()).text).toContain(`## ${steps[0]?.type}: ${steps[0]?.description}`);
}

export async function redDone(hands: Hands, red: Files = RED): Promise<void> {
  await hands.write(red);
  expect(await hands.submit('red', { expectation: 'FAIL' })).toMatchObject({ status: 'NEEDS_ANALYSIS', codes: [] });
  expect(await hands.submit('as meant', { analysis_decision: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS' });
}

export async function greenDone(hands: Hands, green: Files = GREEN): Promise<void> {
  await hands.write(green);
  expect(await hands.submit('green', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
}

/** As the briefing says it: in the client's own shell. */
export async function checkpoint(hands: Hands, message: string): Promise<void> {
  expect((await hands.task()).text).toContain('git add -A && git commit');
  await hands.shell(`git add -A && git commit -m '${message}'`);
  expect(await hands.submit('committed')).toMatchObject({ status: 'SUCCESS' });
}

/** The squash, by the very commands of the briefing. */
export async function squash(rig: Rig, hands: Hands, title: string): Promise<void> {
  await hands.shell(`git reset --soft ${rig.git('merge-base', 'main', 'HEAD')} && git commit -m '${title}'`);
}

export async function markDone(rig: Rig, hands: Hands, heading: string): Promise<void> {
  const marked = rig.read('PLAN.md').replace(heading, `${heading} [DONE] ${rig.git('rev-parse', 'HEAD')}`);
  await hands.write({ 'PLAN.md': marked });
}
