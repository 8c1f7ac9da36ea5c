import { describe, expect, it } from 'vitest';
import { parseDuration, showDuration } from './duration.ts';

describe('T7 checkpoint: times', () => {
  it.each([
    ['10m', 600_000],
    ['90s', 90_000],
    ['1h 30m', 5_400_000],
    ['1h30m', 5_400_000],
    ['500ms', 500],
    ['1.5s', 1_500],
    ['10', null],
    ['', null],
    ['soon', null],
    ['5m later', null],
    ['0s', null],
  ])('%s is %s ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    [300, '300 ms'],
    [1_500, '1.5 s'],
    [90_000, '1 min 30 s'],
    [600_000, '10 min'],
    [5_400_000, '1 h 30 min'],
  ])('%i ms is shown as %s', (ms, text) => {
    expect(showDuration(ms)).toBe(text);
  });
});
