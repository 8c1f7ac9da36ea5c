import { describe, expect, it } from 'vitest';
import { timeScale } from './time-scale.ts';

describe('timeScale', () => {
  it('is even where someone always worked', () => {
    const { place, gaps } = timeScale(0, 100, [{ from: 0, to: 100 }]);
    expect([place(0), place(25), place(100)]).toEqual([0, 0.25, 1]);
    expect(gaps).toEqual([]);
  });

  it('cuts a long wait short, and keeps what came before and after in order', () => {
    const hour = 3_600_000;
    const scale = timeScale(0, hour, [
      { from: 0, to: 10_000 },
      { from: hour - 10_000, to: hour },
    ]);
    expect(scale.gaps).toHaveLength(1);
    expect(scale.place(10_000)).toBeCloseTo(0.485, 2);
    expect(scale.place(hour - 10_000)).toBeCloseTo(0.515, 2);
    const places = [0, 5_000, 10_000, hour / 2, hour - 5_000, hour].map(scale.place);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.at(-1)).toBe(1);
  });

  it('keeps moments outside of it at its ends', () => {
    const { place } = timeScale(100, 200, [{ from: 100, to: 200 }]);
    expect([place(0), place(999)]).toEqual([0, 1]);
  });
});
