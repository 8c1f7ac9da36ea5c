import { expect, it } from 'vitest';
import { failure } from './call.ts';
import { countIdle, MOST_IDLE } from './idle-calls.ts';
import { beginning } from './state.ts';

it('the first line tells a person what blocks the work, not that the same error came again', () => {
  const before = { ...beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' }), idleCalls: MOST_IDLE - 1 };
  const reason = (code: string) => ({ code, message: 'seen', next: 'do' });
  const answer = failure('', [reason('NOTHING_CHANGED'), reason('UNRELATED_FAILURE')]);
  const [first = ''] = (countIdle(before, before, answer).halted?.why ?? '').split('\n', 1);
  expect(first).toBe('5 calls of the agent in a row achieved nothing. The last answer was UNRELATED_FAILURE: seen');
});
