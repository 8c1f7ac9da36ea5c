import { expect, it } from 'vitest';
import { within } from './within.ts';

const aborted = (signal: AbortSignal): Promise<string> =>
  new Promise((done) => {
    if (signal.aborted) done('at once');
    signal.addEventListener('abort', () => done('later'));
  });

it('work is aborted when its time is up or when everything is over, and otherwise not', async () => {
  const all = new AbortController();
  expect(await within(1, all.signal, aborted)).toBe('later');
  const long = within(1_000_000, all.signal, aborted);
  all.abort();
  expect(await long).toBe('later');
  expect(await within(1_000_000, all.signal, aborted)).toBe('at once');
  expect(await within(1_000_000, new AbortController().signal, async (late) => late.aborted)).toBe(false);
});
