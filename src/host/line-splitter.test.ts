import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from './line-splitter.ts';

const split = (chunks: readonly Uint8Array[]): string[] => {
  const lines: string[] = [];
  const splitter = splitLines((line) => lines.push(line));
  for (const chunk of chunks) splitter.add(chunk);
  splitter.end();
  return lines;
};

describe('splitLines', () => {
  it('gives the lines of the whole at any chunking', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ') });
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 9 }), fc.constantFrom('\n', '\r\n'), (lines, size, end) => {
        const bytes = Buffer.from(lines.map((one) => `${one}${end}`).join(''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, (n + 1) * size),
        );
        expect(split(chunks)).toEqual(lines);
      }),
    );
  });

  it('gives the last line also without an end', () => {
    expect(split([Buffer.from('a\nb')])).toEqual(['a', 'b']);
  });

  it('gives a line without end in pieces', () => {
    const lines = split(Array.from({ length: 10 }, () => Buffer.alloc(20_000, 'x')));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('')).toBe('x'.repeat(200_000));
  });
});
