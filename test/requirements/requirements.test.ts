import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from './all.ts';

const IDS = REQUIREMENTS.map(({ id }) => id);

describe('the list of requirements', () => {
  it('numbers every family from one without a gap', () => {
    const families = Map.groupBy(
      IDS.filter((id) => !id.includes('.')),
      (id) => id.charAt(0),
    );
    expect([...families.keys()]).toEqual(['G', 'H', 'S', 'K', 'C', 'T', 'X']);
    for (const [letter, members] of families) expect(members).toEqual(members.map((_, at) => `${letter}${at + 1}`));
  });

  it('numbers the parts of each from one without a gap, and lists them behind it', () => {
    const parts = Map.groupBy(
      IDS.filter((id) => id.includes('.')),
      (id) => id.split('.')[0] ?? '',
    );
    for (const [whole, members] of parts) {
      expect(members).toEqual(members.map((_, at) => `${whole}.${at + 1}`));
      expect(IDS.slice(IDS.indexOf(whole) + 1, IDS.indexOf(whole) + 1 + members.length)).toEqual(members);
    }
  });

  it('says in words what each one is', () => {
    expect(REQUIREMENTS.filter(({ title }) => title.trim() === '')).toEqual([]);
  });
});
