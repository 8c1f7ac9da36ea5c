import { describe, expect, it } from 'vitest';
import { stem } from './stem.ts';
import { compoundsOf, termsOf } from './words.ts';

describe('K1.1 terms of text and code', () => {
  it('takes identifiers apart and keeps them whole', () => {
    expect(termsOf('getUserNames')).toEqual(['get', 'user', 'name', 'getusernames']);
    expect(termsOf('HTTPServer2')).toEqual(['http', 'serv', 'httpserver2']);
    expect(termsOf('no-unused-vars')).toEqual(['no', 'unus', 'var', 'nounusedvars']);
    expect(termsOf('snake_case_name')).toContain('snakecasename');
  });

  it('lets inflections of a word meet', () => {
    for (const [a, b] of [
      ['parsing', 'parsed'],
      ['stopping', 'stops'],
      ['entries', 'entry'],
      ['boxes', 'box'],
    ] as const)
      expect(stem(a)).toBe(stem(b));
    expect(stem('class')).toBe('class');
  });

  it('reads any script and survives any text', () => {
    expect(termsOf('Größe 日本語 naïve')).toEqual(['größe', '日本語', 'naïve']);
    expect(termsOf('')).toEqual([]);
    expect(termsOf(`${'x'.repeat(100_000)} ok`)).toEqual(['ok']);
    expect(compoundsOf('call getUser or user_id now')).toEqual(['getuser', 'userid']);
  });
});
