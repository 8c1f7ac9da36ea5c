import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf } from './chunks.ts';

describe('X1 chunksOf', () => {
  it('loses nothing and never splits a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (text, size) => {
        const pieces = [...chunksOf(text, size)];
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(size + 1);
      }),
    );
  });
});
