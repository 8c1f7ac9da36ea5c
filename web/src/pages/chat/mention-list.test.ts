import { expect, it } from 'vitest';
import { nameable, suggested, wordAtEnd } from './mention-list.tsx';

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

it('C10.4 C10.21 proposes the commands of the window beside agents, sources and skills', () => {
  const named = (name: string) => ({ name, description: '', from: 'project' as const });
  const words = nameable({
    ...{ folder: '/', problems: [], agents: [{ ...named('historian'), model: null }] },
    ...{ skills: [{ ...named('tidy'), forModels: false }] },
    sources: [{ name: 'pets', type: 'openapi', where: '', readOnly: true }],
  }).map(({ word }) => word);
  expect(words).toEqual(expect.arrayContaining(['@historian', '@pets', '/tidy', '/research', '/rename']));
  expect(words).not.toContain('/exit');
  expect(words).not.toContain('@tidy');
});
