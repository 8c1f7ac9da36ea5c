import { describe, expect, it } from 'vitest';
import { type Places, statedElsewhere } from './stated-elsewhere.ts';

const TEST = 'test/slug.test.js';
const told = (wants: readonly string[], { test: text, ...places }: Partial<Places> & { test: string }) => {
  const written = {
    file: TEST,
    path: ['slugs'],
    hash: 'x',
    marks: [],
    fact: { lines: { first: 1, last: 9 }, modifiers: [] },
  };
  const passed = wants.map((want) => ({ test: 'a', given: want, wanted: [want] }));
  const seen = {
    run: { tests: [{ id: 'a', file: TEST, suites: [], title: 'slugs', state: 'passed' }] },
    tests: [{ id: 'a', written, began: true, ended: 'well' }],
    assertions: [{ id: '1', file: TEST, line: 3, how: 'equal', passed, failed: [] }],
  } as unknown as Parameters<typeof statedElsewhere>[0];
  const at = { sources: [], others: [], ...places, tests: [{ path: TEST, text }] };
  return statedElsewhere(seen, at, '.', { isNewTest: () => true }).map(({ message }) => message);
};

describe('G3 the expected values of a test', () => {
  const docs = { others: [{ path: 'docs/slug.md', text: '- `Hello` becomes `hello`, `ABC` becomes `abc`' }] };
  const sources = [{ path: 'src/slug.js', text: "export const EXAMPLES = [['ABC', 'abc']];" }];
  const reading = "readFileSync('docs/slug.md')";

  it('must not only be in a document that the change wrote', () => {
    expect(told(['"hello"', '"abc"'], { test: reading, ...docs })).toEqual([expect.stringContaining('docs/slug.md')]);
    expect(told(['"hello"', '"abc"'], { test: `${reading}; equal(slugify('A'), 'abc')`, ...docs })).toEqual([]);
    expect(told(['"hello"'], { test: 'nothing of it', ...docs })).toEqual([]);
    expect(told(['"other"'], { test: reading, ...docs })).toEqual([]);
    expect(told(['"function"', '"abc"'], { test: `${reading}; equal(typeof f, 'function')`, ...docs })).toHaveLength(1);
    expect(told(['true', '1'], { test: reading, ...docs })).toEqual([]);
  });

  it.each([
    ["import * as unit from '../src/slug.js';\nfor (const [from, to] of unit.EXAMPLES) equal(unit.slugify(from), to);"],
    ["import { EXAMPLES } from '../src/slug';\nit.each(EXAMPLES)('%s', (from, to) => expect(slugify(from)).toBe(to));"],
    ["const { EXAMPLES } = require('../src/slug');\nObject.entries(EXAMPLES)"],
    ['from shop.slug import EXAMPLES\n@pytest.mark.parametrize("a, b", EXAMPLES)'],
  ])('nor in a table of the code that it goes through: %s', (test) => {
    expect(told(['"abc"'], { test, sources })).toEqual([expect.stringContaining('src/slug.js')]);
    expect(told(['"abc"'], { test: `${test}\nexpect(slugify('A')).toBe('abc')`, sources })).toEqual([]);
  });

  it('may be a constant of the code', () => {
    const test = "import { NONE } from '../src/slug.js';\nexpect(slugify('')).toBe(NONE)";
    expect(told(['"abc"'], { test, sources })).toEqual([]);
  });
});
