import { describe, expect, it } from 'vitest';
import { checkRequirements, citationsIn } from './check-requirements.ts';

const tests = (source: string) => new Map([['a.test.ts', source]]);
const done = (id: string) => ({ id, title: 'something', state: 'done' }) as const;
const open = (id: string) => ({ id, title: 'something', state: 'open' }) as const;
const idsIn = (source: string) => citationsIn('a.test.ts', source).map(({ id }) => id);

describe('X7.7 checkRequirements', () => {
  it('accepts done ones that are cited and open ones that are not', () => {
    expect(checkRequirements([done('G1'), open('G2')], tests("describe('G1: tasks', () => {})"))).toEqual([]);
  });

  it('refuses a done one that no test cites', () => {
    expect(checkRequirements([done('G1')], tests("it('works', () => {}) // G1"))).toEqual([
      "G1 is done, yet no test cites it. Name G1 in a test's title, or set it back to open.",
    ]);
  });

  it('refuses an unknown id in the title of a describe, and passes over one in a test', () => {
    expect(checkRequirements([], tests("\ndescribe('G99', () => {})"))).toEqual([
      'a.test.ts:2 cites G99, which test/requirements does not list.',
    ]);
    expect(checkRequirements([], tests("it('stores in S3', () => {})"))).toEqual([]);
    expect(checkRequirements([open('S3')], tests("it('S3.1', () => {})"))).toEqual([
      'a.test.ts:1 cites S3.1, which test/requirements does not list.',
    ]);
  });

  it('refuses an id listed twice', () => {
    expect(checkRequirements([open('G1'), open('G1')], tests(''))).toEqual([
      'G1 is listed twice in test/requirements.',
    ]);
  });
});

describe('citationsIn', () => {
  it.each([
    ["describe('G1 and H10', () => {})", ['G1', 'H10']],
    ['it(`C3 in a template`, () => {})', ['C3']],
    ["it.each([1])('K4 %s', () => {})", ['K4']],
    ["describe.skipIf(true)('X2 on Postgres', () => {})", ['X2']],
    ["test.concurrent('T7', () => {})", ['T7']],
    ["it('part G3.2', () => {})", ['G3.2', 'G3']],
    ["it.each([['H1 a row', 1], ['H2 another', 2]])('%s', () => {})", ['H1', 'H2']],
    ["describe.each(['K1', 'K2'])('G1 %s', () => {})", ['G1', 'K1', 'K2']],
  ])('reads %s', (source, ids) => {
    expect(idsIn(source)).toEqual(ids);
  });

  it.each([
    "it.skip('G1', () => {})",
    "it.todo('G1')",
    "describe.skip('G1', () => {})",
    "log('G1')",
    "it('UTF16 AG1x', () => {})",
  ])('finds nothing in %s', (source) => {
    expect(idsIn(source)).toEqual([]);
  });
});
