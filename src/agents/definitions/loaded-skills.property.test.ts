import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoadedSkills, noSkillsYet, skillsUsedBy, takeSkill } from './loaded-skills.ts';

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const uses = fc.array(fc.record({ name: names, tokens: fc.integer({ min: 0, max: 120 }) }), { maxLength: 60 });
const cores = fc.uniqueArray(
  fc.record({ name: fc.constantFrom('x', 'y', 'a'), tokens: fc.integer({ min: 0, max: 60 }) }),
  {
    selector: ({ name }) => name,
  },
);

describe('S5.5 the shelf of skills', () => {
  it('never exceeds its budget, never drops a core skill, and always holds the latest request', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 300 }), cores, uses, (budget, core, asked) => {
        let shelf: LoadedSkills = noSkillsYet(budget, core);
        const always = skillsUsedBy(shelf);
        for (const { name, tokens } of asked) {
          const before = shelf;
          const taken = takeSkill(shelf, name, tokens);
          ({ shelf } = taken);
          expect(skillsUsedBy(shelf)).toBeLessThanOrEqual(Math.max(budget, always));
          for (const each of core) expect(shelf.held.some(({ name: held }) => held === each.name)).toBe(true);
          expect(new Set(shelf.held.map(({ name: held }) => held)).size).toBe(shelf.held.length);
          if (taken.type === 'too-big') {
            expect(shelf).toBe(before);
            expect(tokens).toBeGreaterThan(taken.room);
          } else expect(shelf.held.at(-1)?.name).toBe(name);
        }
      }),
    );
  });

  it('puts away exactly the longest unused, and no more than it must', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 300 }), uses, (budget, asked) => {
        let shelf = noSkillsYet(budget);
        /** A plain model: names by last use, each with its size. */
        let model: { name: string; tokens: number }[] = [];
        for (const { name, tokens } of asked) {
          const taken = takeSkill(shelf, name, tokens);
          ({ shelf } = taken);
          if (tokens > budget) continue;
          model = model.filter((each) => each.name !== name);
          const gone: string[] = [];
          while (model.reduce((sum, each) => sum + each.tokens, tokens) > budget) gone.push(model.shift()?.name ?? '?');
          model.push({ name, tokens });
          expect(taken).toMatchObject({ type: 'held', putAway: gone });
          expect(shelf.held.map((each) => each.name)).toEqual(model.map((each) => each.name));
        }
      }),
    );
  });
});
