import { expect, it } from 'vitest';
import { saysAlready } from './says-already.ts';

it('C10.15 what a report begins with is not said above it, however it is spaced', () => {
  const report = 'The last answer was TESTS_FAILED: dotCase >  => \n\nMake them pass.';
  expect(saysAlready(report, 'The last answer was TESTS_FAILED: dotCase > =>')).toBe(true);
  expect(saysAlready(report, 'A permission is asked for')).toBe(false);
  expect(saysAlready(null, 'A question')).toBe(false);
});
