import { describe, expect, it } from 'vitest';
import { widthOf } from '../fit.ts';
import { plain } from '../screen.ts';
import { lanes, overlap, type WorkSpan } from './lanes.ts';

const span = (label: string, from: number, to: number): WorkSpan => ({ label, from, to, style: 'cyan' });

describe('lanes', () => {
  it('are one below the other, so that parallel work is visible', () => {
    const lines = lanes([span('types', 0, 2_000), span('tests', 2_000, 6_000), span('impl', 2_000, 8_000)], 54, plain);
    expect(lines).toEqual([
      '  types              █████··············· 2.0 s',
      '  tests              ·····██████████····· 4.0 s',
      '  impl               ·····███████████████ 6.0 s',
    ]);
  });

  it('have every period of one label, and even the shortest is visible', () => {
    const [line] = lanes([span('fix', 0, 1), span('fix', 5_000, 10_000)], 54, plain);
    expect(line).toBe('  fix                █·········██████████ 5.0 s');
  });

  it('do not exist if nothing took time', () => {
    expect(lanes([], 80, plain)).toEqual([]);
    expect(lanes([span('a', 5, 5)], 80, plain)).toEqual([]);
  });

  it.each([40, 80, 200])('fit %d columns', (width) => {
    const lines = lanes([span('漢字'.repeat(20), 0, 9e9), span('b', 3, 7)], width, plain);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });
});

describe('overlap', () => {
  it('distinguishes work from elapsed time', () => {
    expect(overlap([span('a', 0, 10), span('b', 5, 20), span('c', 30, 40)])).toEqual({ workedMs: 35, passedMs: 30 });
    expect(overlap([])).toEqual({ workedMs: 0, passedMs: 0 });
  });
});
