import { describe, expect, it } from 'vitest';
import { findCycles } from './cycles.ts';

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

describe('findCycles', () => {
  it('finds none where everything points down', () => {
    expect(findCycles(graph({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
  });

  it('shows the shortest chain back to its start', () => {
    expect(findCycles(graph({ a: ['b', 'c'], b: ['c'], c: ['a'] }))).toEqual([['a', 'c', 'a']]);
  });

  it('finds a file that imports itself', () => {
    expect(findCycles(graph({ a: ['a'] }))).toEqual([['a', 'a']]);
  });

  it('reports two separate circles, each once', () => {
    expect(findCycles(graph({ a: ['b'], b: ['a'], x: ['a', 'y'], y: ['z'], z: ['y'] }))).toEqual([
      ['a', 'b', 'a'],
      ['y', 'z', 'y'],
    ]);
  });

  it('finds a cycle that is reached through files outside it', () => {
    expect(findCycles(graph({ top: ['a'], a: ['b'], b: ['a'] }))).toEqual([['a', 'b', 'a']]);
  });
});
