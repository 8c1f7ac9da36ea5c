import { describe, expect, it } from 'vitest';
import { keptWords } from './judge-words.ts';
import { neighbours } from './neighbours.ts';

/** The judgement for a function that is tested with these words. */
function judge(words: readonly string[], fn: (word: string) => string | undefined) {
  const said = (word: string): { args: string[]; outcome: string } => ({
    args: [word],
    outcome: JSON.stringify(fn(word)) ?? 'undefined',
  });
  const near = words.flatMap((word) => neighbours([word])).filter(([word]) => !words.includes(String(word)));
  const probes = near.map(([word]) => ({ name: 'f', module: 'm', ...said(String(word)) }));
  return keptWords(words.map(said), probes)?.words ?? null;
}

const WORDS = ['cat', 'box', 'city'];

describe('words', () => {
  it('in the source that have their own answers and no test are counted', () => {
    const said = (word: string, answer: string) => ({ name: 'f', module: 'm', args: [word], outcome: `"${answer}"` });
    const near = ['catt', 'boxx', 'cita', 'at', 'ox', 'ity'].map((word) => said(word, `${word}s`));
    const tested = [said('box', 'boxes'), said('city', 'cities')];
    const besides = (...spoken: ReturnType<typeof said>[]) => keptWords(tested, near, spoken)?.besides;
    expect(besides(said('boxes', 'boxess'), said('off', 'offs'))).toBe(0);
    expect(besides(said('child', 'children'), said('off', 'offs'))).toBe(1);
  });

  it.each([
    ['before a rule', (word: string) => ({ box: 'boxes', city: 'cities' })[word] ?? `${word}s`, ['box', 'city']],
    [
      'by their length',
      (word: string) => [word, word, word, word === 'box' ? 'boxes' : 'cats', 'cities'][word.length],
      WORDS,
    ],
    [
      'by their first letter',
      (word: string) => ({ c: word[1] === 'a' ? 'cats' : 'cities', b: 'boxes' })[word[0] ?? ''] ?? 'cats',
      WORDS,
    ],
    [
      'by their last letter',
      (word: string) => ({ t: 'cats', x: 'boxes', y: 'cities' })[word.at(-1) ?? ''] ?? 'cats',
      WORDS,
    ],
    [
      'by a sum',
      (word: string) => ['cats', 'boxes', 'cities'][{ 312: 0, 329: 1, 441: 2 }[sum(word)] ?? word.length % 3],
      WORDS,
    ],
  ])('that are kept %s are reported', (_, fn, words) => {
    expect(judge(WORDS, fn)).toEqual(words);
  });

  const plural = (word: string): string =>
    /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  it.each([
    ['a rule with exceptions', WORDS, plural],
    ['an extension', ['a.js', 'b.ts', 'c.mjs'], (path: string) => /\.[^.]*$/.exec(path)?.[0] ?? ''],
    [
      'names that are told whatever their case',
      ['utf8', 'latin1', 'utf16le'],
      (name: string) => ({ utf8: 'utf-8', latin1: 'latin-1', utf16le: 'utf-16le' })[name.toLowerCase()],
    ],
    ['a class of words', ['apple', 'stone', 'river'], (word: string) => (word.length > 4 ? 'long' : 'short')],
    ['a change of case', ['one', 'two', 'three'], (word: string) => word[0]?.toUpperCase() + word.slice(1)],
    ['one exception', ['cat', 'dog', 'box'], (word: string) => (word === 'box' ? 'boxes' : `${word}s`)],
  ])('of %s are not', (_, words, fn) => {
    expect(judge(words, fn)).toBe(null);
  });
});

const sum = (word: string): number => [...word].reduce((all, letter) => all + letter.charCodeAt(0), 0);
