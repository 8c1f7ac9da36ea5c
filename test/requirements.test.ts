import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from './requirements.ts';

describe('the list of requirements', () => {
  it('numbers every family from one without a gap', () => {
    const families = Map.groupBy(REQUIREMENTS, ({ id }) => id.charAt(0));
    const sizes = [...families].map(([letter, members]) => [letter, members.length]);
    expect(sizes).toEqual([
      ['G', 9],
      ['H', 9],
      ['S', 11],
      ['K', 11],
      ['C', 11],
      ['T', 7],
      ['X', 3],
    ]);
    for (const [letter, members] of families) {
      expect(members.map(({ id }) => id)).toEqual(members.map((_, at) => `${letter}${at + 1}`));
    }
  });

  it('says in words what each one is', () => {
    expect(REQUIREMENTS.filter(({ title }) => title.trim() === '')).toEqual([]);
  });
});
