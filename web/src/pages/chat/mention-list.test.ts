import { expect, it } from 'vitest';
import { suggested, wordAtEnd } from './mention-list.tsx';

it.each([
  ['ask @adv', '@adv'],
  ['@', '@'],
  ['/rev', '/rev'],
  ['see src/a', null],
  ['me@example', null],
  ['@adversary look', null],
  ['then /rev', null],
])('%s: %s', (text, word) => {
  expect(wordAtEnd(text)).toBe(word);
});

it('C10.21 proposes what begins so, and nothing that is written already', () => {
  const known = ['@adversary', '@adviser', '/review-hard'].map((word) => ({ word, about: '' }));
  expect(suggested('@adv', known).map(({ word }) => word)).toEqual(['@adversary', '@adviser']);
  expect(suggested('@adversary', known)).toEqual([]);
});
