import { expect, it } from 'vitest';
import { bad, ok } from './looked-at.ts';
import { sameProblem } from './same-problem.ts';

const NO_KEY = bad('engineer', 'no key is set', 'One of these is enough. (1) …');

it('G7.1 what engineer and reviewer both lack is told once', () => {
  const told = sameProblem(NO_KEY, { ...NO_KEY, name: 'reviewer' });
  expect([told.name, told.ok, told.seen]).toEqual(['reviewer', false, 'the same as for the engineer']);
  expect('next' in told && told.next).toContain('--reviewer-command');
});

it('another problem of the reviewer is told as it is', () => {
  const other = bad('reviewer', 'acp:x is not installed', 'Install it.');
  expect(sameProblem(NO_KEY, other)).toBe(other);
  const fine = ok('reviewer', 'native');
  expect(sameProblem(NO_KEY, fine)).toBe(fine);
});
