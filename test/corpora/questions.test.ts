import { describe, expect, it } from 'vitest';
import { checkClaim } from '#knowledge/claims/check-claim.ts';
import { DOCUMENTATION, realQuestions } from './questions.ts';

const label = (text: string, says: string): string =>
  checkClaim({ text, citations: [{ passage: 'S1', quote: says }] }, [{ id: 'S1', text: says }]).label;

describe('C3 sentences of public documentation', () => {
  const asked = realQuestions();

  it('has 60 questions to four projects', () => {
    expect(asked.length).toBe(60);
    expect(new Set(asked.map(({ repository }) => repository))).toEqual(new Set(Object.keys(DOCUMENTATION)));
    for (const { says, way, wrong } of asked) expect([says, way, wrong]).not.toContain('');
  });

  it('C3.7 supports their statements, in their words and in others, and few others', () => {
    expect(asked.filter(({ says }) => label(says, says) !== 'supported')).toEqual([]);
    expect(asked.filter(({ says, way }) => label(way, says) !== 'supported').length).toBeLessThanOrEqual(3);
    expect(asked.filter(({ says, wrong }) => label(wrong, says) === 'supported').length).toBeLessThanOrEqual(5);
  });
});
