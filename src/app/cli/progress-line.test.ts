import { expect, it } from 'vitest';
import { progressLine } from './progress-line.ts';

it('K2.12 shows the progress and the current file, never wider than the screen', () => {
  expect(progressLine(0, 10, 'src/a.ts', 80)).toBe(`[${'-'.repeat(20)}] 0 of 10  src/a.ts`);
  expect(progressLine(5_000, 10_000, 'src/a.ts', 80)).toBe(
    `[${'#'.repeat(10)}${'-'.repeat(10)}] 5,000 of 10,000  src/a.ts`,
  );
  expect(progressLine(1, 3, 'a/very/long/path/to/a/file.ts', 50)).toMatch(/1 of 3 {2}.*file\.ts$/);
  for (const width of [1, 10, 30, 50, 200])
    expect(progressLine(7, 9, 'x'.repeat(300), width).length).toBeLessThan(Math.max(width, 1));
});
