import { describe, expect, it } from 'vitest';
import { rowWindow } from './row-window.ts';

const rows = (total: number, tall: { index: number; height: number } | null = null) => ({ total, row: 20, tall });

/** Which rows cover the pixels in sight, found the slow way. */
function covered(total: number, tall: { index: number; height: number } | null, scrolled: number, room: number) {
  const tops: number[] = [];
  let y = 0;
  for (let index = 0; index < total; index += 1) {
    tops.push(y);
    y += tall?.index === index ? tall.height : 20;
  }
  const inSight = tops.flatMap((top, index) =>
    top < scrolled + room && (tops[index + 1] ?? y) > scrolled ? [index] : [],
  );
  return { tops, height: y, inSight };
}

describe('C10 the rows in sight', () => {
  it.each([
    [0, null],
    [5_000, null],
    [99_999, null],
    [5_000, { index: 0, height: 300 }],
    [5_000, { index: 251, height: 300 }],
    [4_900, { index: 249, height: 300 }],
    [0, { index: 999, height: 300 }],
  ])('are all drawn, and few others, at %s with %o', (scrolled, tall) => {
    const { tops, height, inSight } = covered(1_000, tall, Math.min(scrolled, 19_600), 400);
    const found = rowWindow(rows(1_000, tall), scrolled, 400);
    expect(found.height).toBe(height);
    expect(found.top).toBe(tops[found.first]);
    for (const index of inSight) {
      expect(index >= found.first && index < found.first + found.count).toBe(true);
    }
    expect(found.count).toBeLessThan(45);
  });

  it('are none of an empty list', () => {
    expect(rowWindow(rows(0), 0, 400)).toEqual({ first: 0, count: 0, top: 0, height: 0 });
  });
});
