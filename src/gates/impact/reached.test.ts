import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { gatherEdges, gatherPlaces } from './gather.ts';
import { reachedBy } from './reached.ts';

const tree = TreeHash.parse('a'.repeat(40));
const TESTS = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts', 'e.test.ts'];
const map = gatherPlaces(
  [
    ...['a', 'b', 'c', 'd', 'e'].flatMap((name) => [
      { k: 'l' as const, c: name, f: `${name}.test.ts` },
      { k: 'l' as const, c: name, f: `${name}.ts` },
    ]),
    { k: 'l', c: 'b', f: 'money.ts' },
    { k: 'r', c: 'c', f: 'money.ts' },
    { k: 'd', c: 'e', f: '' },
    { k: 'l', c: 'runner', f: 'vitest.config.ts' },
    { k: 'l', c: 'runner', f: 'setup.ts' },
  ],
  { tree, files: ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'money.ts', 'setup.ts', 'types.ts', ...TESTS], tests: TESTS },
);
const reached = (paths: readonly string[], tests = TESTS) =>
  reachedBy({ map, changed: paths.map((path) => ({ path, status: 'modified' as const })), tests });

describe('G3.5 which tests a change reaches', () => {
  it('includes tests that were seen to load or read it, changed tests, and tests that cannot be traced', () => {
    expect(reached(['a.ts'])).toEqual({ type: 'files', files: ['a.test.ts', 'e.test.ts'] });
    expect(reached(['money.ts'])).toEqual({ type: 'files', files: ['b.test.ts', 'c.test.ts', 'e.test.ts'] });
    expect(reached(['d.test.ts'])).toEqual({ type: 'files', files: ['d.test.ts', 'e.test.ts'] });
    expect(reached(['new.test.ts'], [...TESTS, 'new.test.ts'])).toEqual({
      type: 'files',
      files: ['e.test.ts', 'new.test.ts'],
    });
    // It is not loaded: no earlier test can notice it.
    expect(reached(['types.ts', 'a.ts'])).toEqual({ type: 'files', files: ['a.test.ts', 'e.test.ts'] });
  });

  it.each([
    ['a file that was not there when the map was made', 'new.ts', /new\.ts is not known yet/],
    ['data', 'prices.json', /prices\.json is not known yet/],
    ['a manifest', 'package.json', /decides how all tests run/],
    ['a configuration', 'vitest.config.ts', /decides how all tests run/],
    ['what the runner loads for all', 'setup.ts', /loaded for every test/],
    ['conftest', 'tests/conftest.py', /decides how all tests run/],
    ['a snapshot', '__snapshots__/a.test.ts.snap', /decides how all tests run/],
  ])('is all of them for %s', (_, path, because) => {
    expect(reached([path])).toMatchObject({ type: 'whole', because: expect.stringMatching(because) });
  });

  it('is all of them if most are reached, or if none would be', () => {
    expect(reached(['a.ts', 'money.ts', 'd.ts'])).toMatchObject({ type: 'whole' });
    expect(
      reachedBy({ map: { ...map, always: [] }, changed: [{ path: 'types.ts', status: 'modified' }], tests: TESTS }),
    ).toMatchObject({ type: 'whole', because: 'no test was seen to reach what changed' });
  });

  it('follows imports from file to file, and files that a test does not import itself', () => {
    const python = gatherEdges(
      [
        { k: 'i', f: '', t: 'tests/test_a.py' },
        { k: 'i', f: '', t: 'tests/conftest.py' },
        { k: 'i', f: 'tests/conftest.py', t: 'shop/base.py' },
        { k: 'i', f: 'tests/test_a.py', t: 'shop/cart.py' },
        { k: 'i', f: 'shop/cart.py', t: 'shop/tax.py' },
        { k: 'i', f: 'shop/tax.py', t: 'shop/rates.json' },
        { k: 'd', f: 'shop/tax.py', t: '' },
      ],
      { tree, files: ['shop/cart.py', 'shop/tax.py'], tests: ['tests/test_a.py', 'tests/test_b.py'] },
    );
    expect(python?.shared).toEqual(['shop/base.py', 'tests/conftest.py']);
    expect(python?.always).toEqual(['tests/test_a.py']);
    expect(python?.files).toContain('shop/rates.json');
    expect(gatherEdges([{ k: 'x', f: '', t: '' }], { tree, files: [], tests: [] })).toBeNull();
  });
});
