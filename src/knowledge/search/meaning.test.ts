import { describe, expect, it } from 'vitest';
import { largest, Meanings } from './meaning.ts';

/** The same numbers on every machine. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function slowly(vectors: Int8Array, dim: number, question: Float32Array): number[] {
  return Array.from({ length: vectors.length / dim }, (_, at) => {
    const one = vectors.subarray(at * dim, (at + 1) * dim);
    const dot = one.reduce((sum, value, k) => sum + value * (question[k] ?? 0), 0);
    const length = Math.sqrt(one.reduce((sum, value) => sum + value * value, 0));
    return length > 0 ? Math.max(0, dot / length) : 0;
  });
}

describe('K2.2 K1.8 vectors', () => {
  it.each([128, 16, 100, 1_536])('compares every vector of %i numbers as arithmetic would', (dim) => {
    const next = numbers(dim);
    const vectors = Int8Array.from({ length: 50 * dim }, () => Math.floor(next() * 255) - 127);
    vectors.fill(0, 3 * dim, 4 * dim);
    const question = Float32Array.from({ length: dim }, () => next() - 0.5);
    const bytes = new Uint8Array(vectors.buffer);
    const meanings = new Meanings([bytes.subarray(0, 20 * dim), bytes.subarray(20 * dim)], dim);
    const expected = slowly(vectors, dim, question);
    meanings.alike(question).forEach((value, at) => {
      expect(value).toBeCloseTo(expected[at] ?? Number.NaN, 3);
    });
  });

  it('has nothing to say about nothing', () => {
    expect([...new Meanings([], 128).alike(new Float32Array(128).fill(1))]).toEqual([]);
    expect([...new Meanings([new Uint8Array(128).fill(1)], 128).alike(new Float32Array(128))]).toEqual([0]);
  });

  it('finds the largest in order, and leaves out zeros', () => {
    const next = numbers(7);
    const scores = Float32Array.from({ length: 2_000 }, () => Math.max(0, next() - 0.5));
    const sorted = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    expect(largest(scores, 25)).toEqual(sorted.slice(0, 25));
    expect(largest(Float32Array.from([0, 0.5, 0]), 10)).toEqual([1]);
  });
});
