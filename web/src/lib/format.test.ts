import { describe, expect, it } from 'vitest';
import { ago, bytes, compact, duration, money, plural } from './format.ts';

describe('numbers in words', () => {
  it('says durations with the two units that matter', () => {
    const said = [0, 12.4, 999, 1_240, 34_600, 61_000, 3_725_000, 90_000_000].map(duration);
    expect(said).toEqual(['0 ms', '12 ms', '999 ms', '1.2 s', '35 s', '1 min 1 s', '1 h 2 min', '1 d 1 h']);
  });

  it('says when, but nothing about the future', () => {
    const now = Date.UTC(2026, 0, 10);
    const said = [-5_000, 1_000, 20_000, 180_000, 7_200_000, 90_000_000].map((ms) => ago(now - ms, now));
    expect(said).toEqual(['just now', 'just now', '20 s ago', '3 min ago', '2 h ago', 'yesterday']);
  });

  it('never rounds money that was spent to nothing', () => {
    expect([0, 0.00001, 0.0042, 0.123, 1_234.5].map(money)).toEqual([
      '$0.00',
      '< $0.0001',
      '$0.0042',
      '$0.12',
      '$1,234.50',
    ]);
  });

  it('shortens large counts and sizes', () => {
    expect([999, 9_999, 14_123, 250_000, 3_200_000].map(compact)).toEqual(['999', '9,999', '14.1k', '250k', '3.2M']);
    expect([0, 999, 2_048, 5 * 1024 ** 3].map(bytes)).toEqual(['0 B', '999 B', '2.0 KB', '5.0 GB']);
    expect([plural(1, 'run'), plural(2, 'run')]).toEqual(['1 run', '2 runs']);
  });
});
