import { describe, expect, it } from 'vitest';
import { planProblems } from './plan-protection.ts';

const PLAN = '# Plan\n\nWords.\n\n- [x] One [DONE] abcdef1\n- [ ] Two\n  - [ ] a\n- [ ] Three\n\nMore words.\n';
const said = (after: string | null): string => planProblems('PLAN.md', PLAN, after)[0]?.message ?? '';

describe('G11.4 the plan is the person’s', () => {
  it.each([
    ['a mark', PLAN.replace('- [ ] Two', '- [x] Two'), /"Two" became "Two" \[DONE\]/],
    ['a mark in words', PLAN.replace('- [ ] Three', '- [ ] Three [DONE] abcdef2'), /"Three" became "Three" \[DONE\]/],
    ['another commit', PLAN.replace('abcdef1', 'abcdef2'), /"One" \[DONE\] became "One" \[DONE\]/],
    ['other words of an item', PLAN.replace('Two', 'Too'), /"Two" became "Too"/],
    ['other criteria', PLAN.replace('  - [ ] a', '  - [x] a'), /with other words below it/],
    [
      'another order',
      PLAN.replace('Two', 'A').replace('Three', 'Two').replace('] A', '] Three'),
      /"Two" became "Three"/,
    ],
    ['one more', PLAN.replace('- [ ] Three', '- [ ] Three\n- [ ] One'), /nothing became "One"/],
    ['one less', PLAN.replace('- [ ] Three\n', ''), /"Three" became nothing/],
    ['nothing at all', null, /is gone/],
  ])('%s is refused', (_, after, words) => expect(said(after)).toMatch(words));

  it('what else its file says may change', () => {
    expect(said(PLAN.replace('Words.', 'Other words.').replace('More', 'Fewer'))).toBe('');
    expect(planProblems('PLAN.md', null, PLAN)).toEqual([]);
  });
});
