import { describe, expect, it } from 'vitest';
import { widthOf } from '../fit.ts';
import { plain } from '../screen.ts';
import { lanes, overlap, type Stint } from './lanes.ts';

const stint = (label: string, from: number, to: number): Stint => ({ label, from, to, style: 'cyan' });

describe('lanes', () => {
  it('stand one below the other, so that what ran at once is seen', () => {
    const lines = lanes(
      [stint('types', 0, 2_000), stint('tests', 2_000, 6_000), stint('impl', 2_000, 8_000)],
      54,
      plain,
    );
    expect(lines).toEqual([
      '  types              █████··············· 2.0 s',
      '  tests              ·····██████████····· 4.0 s',
      '  impl               ·····███████████████ 6.0 s',
    ]);
  });

  it('have every stint of one label, and the shortest is seen', () => {
    const [line] = lanes([stint('fix', 0, 1), stint('fix', 5_000, 10_000)], 54, plain);
    expect(line).toBe('  fix                █·········██████████ 5.0 s');
  });

  it('do not exist if nothing took time', () => {
    expect(lanes([], 80, plain)).toEqual([]);
    expect(lanes([stint('a', 5, 5)], 80, plain)).toEqual([]);
  });

  it.each([40, 80, 200])('fit %d columns', (width) => {
    const lines = lanes([stint('漢字'.repeat(20), 0, 9e9), stint('b', 3, 7)], width, plain);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });
});

describe('overlap', () => {
  it('distinguishes work from elapsed time', () => {
    expect(overlap([stint('a', 0, 10), stint('b', 5, 20), stint('c', 30, 40)])).toEqual({ workedMs: 35, passedMs: 30 });
    expect(overlap([])).toEqual({ workedMs: 0, passedMs: 0 });
  });
});
