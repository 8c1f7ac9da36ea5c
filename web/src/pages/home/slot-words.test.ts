import { expect, it } from 'vitest';
import { slotWords } from './slot-words.ts';

it('S3.11 says on the first page who works and who waits, by lane', () => {
  const slots = { held: 2, total: 2, granted: [], runs: {}, providers: [] };
  expect(slotWords({ ...slots, waiting: [] })).toBe('2 agents at work');
  expect(slotWords({ ...slots, held: 1, total: 500, waiting: [] })).toBe('1 agent at work');
  const waiting = [{ lane: 'critical' as const, count: 1, longestMs: 2_000 }];
  expect(slotWords({ ...slots, waiting })).toMatch(/^2 of 2 agents at work; waiting: 1 critical \(2.*s\)$/);
  expect(slotWords({ ...slots, held: 0, waiting: [] })).toBeUndefined();
});
