import { expect, it } from 'vitest';
import { widthOf, wrapParts } from './fit.ts';

const LINE = '1 min 16 s · 7 attempts · 47,963 tokens · $0.10 · Ctrl-C stops here; the run can be resumed';

it.each([40, 80, 200])('G7.6 numbers and what to press are whole at %d columns', (width) => {
  const lines = wrapParts(LINE, width);
  expect(lines.join(' ').replaceAll('· ', '')).toBe(LINE.replaceAll('· ', ''));
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
});
