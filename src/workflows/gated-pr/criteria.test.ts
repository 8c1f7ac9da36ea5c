import { describe, expect, it } from 'vitest';
import { criteriaProblems, readCriteria } from './criteria.ts';
import type { ActivePr } from './draft.ts';

const read = (body: string): string[] => readCriteria({ title: 'Log in', body });

describe('G11.1 the criteria of a plan item', () => {
  it('are its open check boxes, wherever they are', () => {
    expect(read('Some words.\n\n- [ ] by **mail**\n- [x] by name\n- [ ] by key,\n  two lines')).toEqual([
      'by **mail**',
      'by key, two lines',
    ]);
    expect(read('- a note\n  - [ ] deep')).toEqual(['deep']);
  });

  it('are the checkboxes below their heading', () => {
    expect(read('### Acceptance criteria\n\n- one\n- two\n\n### Notes\n\n- not this')).toEqual(['one', 'two']);
    expect(read('**Done when**\n1. one\n2. two')).toEqual(['one', 'two']);
    expect(read('Criteria:\n- one')).toEqual(['one']);
  });

  it('are the item itself if it lists none: a sentence or a list of notes is not a criterion', () => {
    expect(read('')).toEqual(['Log in']);
    expect(read('Criteria of other systems are listed here\n\n- kerberos\n- ldap')).toEqual(['Log in']);
    expect(read('- [x] all there')).toEqual(['Log in']);
  });
});

type Step = ActivePr['tasks'][number]['tdd_steps'][number];
const red = (criteria?: number[]): Step => ({
  type: 'RED',
  description: 'x',
  status: 'TODO',
  ...(criteria ? { criteria } : {}),
});
const GREEN: Step = { type: 'GREEN', description: 'x', status: 'TODO' };
const problems = (criteria: string[], steps: Step[], more: Partial<ActivePr> = {}, words: string[] = []): string[] =>
  criteriaProblems(
    { tasks: [{ taskName: 't', status: 'TODO', tdd_steps: steps }], ...more },
    {
      item: { title: 'Log in', body: '', criteria },
      words: words.map((criterion) => ({ item: 'Log in', criterion, by: 'me', why: 'so' })),
    },
  );

describe('G11.2 a draft', () => {
  it('need not mention criteria if there is only one and it has a RED step', () => {
    expect(problems(['Log in'], [red(), GREEN])).toEqual([]);
  });

  it('is refused with each criterion that has no RED step', () => {
    expect(problems(['a', 'b'], [red([1]), GREEN])).toEqual([
      expect.stringMatching(/^criterion 2 \("b"\): no RED step/),
    ]);
    expect(problems(['a', 'b'], [red(), GREEN])).toHaveLength(2);
    expect(problems(['a', 'b'], [red([1, 2]), GREEN])).toEqual([]);
    expect(problems(['Log in'], [{ ...GREEN, type: 'REFACTOR' }])).toHaveLength(1);
  });

  it('may leave one to a person, and names none that is not there', () => {
    expect(problems(['a', 'b'], [red([1]), GREEN], { untested: [{ criterion: 2, why: 'a colour' }] })).toEqual([]);
    expect(problems(['a', 'b'], [red([1]), GREEN], {}, ['b'])).toEqual([]);
    expect(problems(['a'], [red([3]), GREEN])[0]).toContain('there is no criterion 3; there are 1');
  });
});
