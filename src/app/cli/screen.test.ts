import { describe, expect, it } from 'vitest';
import { screenOn } from './screen.ts';

const LINE = 'engineer asks: write wants to write test/add.test.js';

describe('a screen', () => {
  it.each([
    ['a terminal of its size', { isTTY: true, columns: 30, rows: 10 }, 30, 10, 2],
    ['a terminal that was never given a size', { isTTY: true, columns: 0, rows: 0 }, 100, 24, 1],
    ['a file', {}, 100, 24, 1],
  ])('on %s folds lines to it', (_what, size, width, height, lines) => {
    const { screen, said } = screenWith(size);
    screen.out(LINE);
    screen.err(LINE);
    expect([screen.width, screen.height]).toEqual([width, height]);
    expect([said.out, said.err].map((text) => text.trimEnd().split('\n').length)).toEqual([lines, lines]);
  });
});

function screenWith(size: object) {
  const said = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    ...size,
    on: () => {},
    write: (text: string) => {
      said[name] += text;
    },
  });
  const streams = { stdout: stream('out'), stderr: stream('err') } as unknown as Parameters<typeof screenOn>[0];
  return { screen: screenOn(streams), said };
}
