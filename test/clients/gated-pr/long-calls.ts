import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { prSnapshotOf } from '#app/gated-pr/pr-snapshot.ts';
import { openRuns } from '#app/open-runs.ts';
import { type Files, GREEN, RED, type Rig, stateOf } from '../../gated-pr/rig.ts';
import { checkpoint, toFirstStep } from './acts.ts';
import type { Heard } from './heard.ts';
import type { Story } from './story.ts';

/** A test that was there before and takes its time. */
const waits = (seconds: number): Files => ({
  'test/waits.test.js': `import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';

it('waits', () => setTimeout(${seconds}_000));
`,
});

/** Longer than submit_work (20 s) and check_work (45 s) wait together: a client has to ask twice. */
export const SLOW_TESTS = waits(70);
/** Long enough to be killed in. */
export const UNHURRIED_TESTS = waits(20);

/** RUNNING with a ticket, and check_work that waits as long as it may: no client gives up on either. */
export async function slowTests({ rig, hands, another }: Story): Promise<void> {
  await toFirstStep(hands);
  await hands.write(RED);
  const second = await another();
  expect((await second.task()).text).toContain('## RED: an empty cart costs nothing');
  const running = await hands.once('submit_work', { summary: 'red', expectation: 'FAIL' });
  expect(running).toMatchObject({ status: 'RUNNING', ticket: expect.stringMatching(/^[0-9a-f]{12}$/) });
  const { ticket = '' } = running;
  const waiting = untilMeasured(hands.once, ticket);
  waiting.catch(() => {}); // Looked at below.

  // The second client: one call at a time, no matter who makes it. The ticket is anybody's who has it.
  expect(await second.once('submit_work', { summary: 'red too', expectation: 'FAIL' })).toMatchObject({
    refused: true,
    codes: ['BUSY'],
    text: expect.stringContaining(ticket),
  });
  expect(await second.once('get_task')).toMatchObject({ refused: true, codes: ['BUSY'] });
  const [mine, theirs] = await Promise.all([waiting, untilMeasured(second.once, ticket)]);
  // The first waited a whole time in vain, which is longer than some clients' own limits.
  expect(mine.asked).toBeGreaterThan(1);
  expect(mine.answer).toMatchObject({ status: 'NEEDS_ANALYSIS' });
  expect(theirs.answer).toEqual(mine.answer);
  expect(await second.submit('as meant', { analysis_decision: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS' });
  expect((await hands.task()).text).toContain('## GREEN: total sums up');
  expect([await hands.leave(), await second.leave()]).toEqual([0, 0]);
  expect(stateOf(rig)).toMatchObject({ status: 'EXECUTING_TDD', debug_attempt_counter: 0 });
}

/** Killed in the middle of a measurement, and started again: nothing is lost, nothing is done twice. */
export async function killedClient({ rig, hands, another }: Story): Promise<void> {
  await toFirstStep(hands);
  await hands.write(RED);
  const cut = hands.once('submit_work', { summary: 'red', expectation: 'FAIL' });
  const lost = expect(cut).rejects.toThrow(/ended with/);
  const ticket = await busyWith(rig);
  await hands.kill();
  await lost;

  const again = await another();
  // The call that was cut off is still open, and is answered to anyone who asks for it.
  const task = await again.once('get_task');
  if (task.refused) expect(task).toMatchObject({ codes: ['BUSY'], text: expect.stringContaining(ticket) });
  expect(await again.check(ticket)).toMatchObject({ status: 'NEEDS_ANALYSIS' });
  // INITIALIZING · get_task, the log has open steps: it continues with the first of them.
  expect((await again.task()).text).toContain('## RED: an empty cart costs nothing');
  expect(await again.submit('as meant', { analysis_decision: 'SUCCESS' })).toMatchObject({ status: 'SUCCESS' });
  await again.write(GREEN);
  expect(await again.submit('green', { expectation: 'PASS' })).toMatchObject({ status: 'SUCCESS' });
  await checkpoint(again, 'checkpoint: total');
  expect(await again.leave()).toBe(0);
  expect(rig.git('log', '--format=%s', 'main..HEAD')).toBe('checkpoint: total');
}

async function untilMeasured(
  once: (tool: string, input: Record<string, string>) => Promise<Heard>,
  ticket: string,
): Promise<{ readonly answer: Heard; readonly asked: number }> {
  for (let asked = 1; ; asked++) {
    const answer = await once('check_work', { ticket });
    if (answer.status !== 'RUNNING') return { answer, asked };
  }
}

/** The ticket of the call that is being measured, once there is one: read from the log, as any process can. */
async function busyWith(rig: Rig): Promise<string> {
  const runs = await openRuns(rig.env);
  try {
    const [run] = await runs.store.list({});
    for (;;) {
      const snapshot = run && (await prSnapshotOf(runs.store, runs.blobs, run.run));
      if (snapshot?.busy) return snapshot.busy;
      await sleep(100);
    }
  } finally {
    await runs.close();
  }
}
