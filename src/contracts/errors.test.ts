import { describe, expect, it } from 'vitest';
import { asSentence } from './errors.ts';

describe('asSentence', () => {
  it('ends a sentence that has no final mark', () => {
    expect(['2 tests fail', 'It took more than 300.', 'Why?', 'and 3 more…'].map(asSentence)).toEqual([
      '2 tests fail.',
      'It took more than 300.',
      'Why?',
      'and 3 more…',
    ]);
  });
});
