import { expect, it } from 'vitest';
import { asksBlind } from './asks-blind.ts';

it('G12.3 is on by default in hosted mode, and a switch in both', () => {
  expect([asksBlind(undefined, 'hosted'), asksBlind(undefined, 'connected')]).toEqual([true, false]);
  expect([asksBlind(false, 'hosted'), asksBlind(true, 'connected')]).toEqual([false, true]);
});
