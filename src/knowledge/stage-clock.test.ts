import { expect, it } from 'vitest';
import { stageClock } from './stage-clock.ts';

it('K3.2 counts an inner stage only once, for itself, and adds up repeated ones', () => {
  let time = 0;
  const { stages, timed } = stageClock(() => time);
  const spend = (ms: number): void => {
    time += ms;
  };
  timed('search', () => {
    spend(5);
    timed('embed', () => spend(2));
    timed('embed', () => spend(1));
    spend(4);
  });
  expect(() =>
    timed('pack', () => {
      spend(7);
      throw new Error('no');
    }),
  ).toThrow('no');
  timed('search', () => spend(1));
  expect(stages).toEqual({ embed: 3, search: 10, pack: 7 });
});
