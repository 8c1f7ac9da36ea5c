import { describe, expect, it } from 'vitest';
import { stateOfTests } from './state-of-tests.ts';

const differing = [{ n: 1, outside: '"Abcdacme"', inside: '"AbcdAcme"' }];
const told = (alone: string | null, after: string | null) =>
  stateOfTests(differing, { alone: async () => [null, alone], withMainsTests: async () => [null, after] });

describe('stateOfTests', () => {
  it('explains an answer that main’s own tests lead to, and that a test alone does not get', async () => {
    expect(await told('"Abcdacme"', '"AbcdAcme"')).toBe(true);
  });

  it('does not explain code that looks for a test, nor state that only the new tests set', async () => {
    expect(await told('"AbcdAcme"', '"AbcdAcme"')).toBe(false);
    expect(await told('"Abcdacme"', '"Abcdacme"')).toBe(false);
    expect(await told(null, '"AbcdAcme"')).toBe(false);
    expect(await told('"Abcdacme"', null)).toBe(false);
  });
});
