import { describe, expect, it } from 'vitest';
import type { TestCase } from '#contracts/test-run.ts';
import { readTestFile } from '../inventory/test-inventory.ts';
import { isRunInside, isRunOf } from './is-run-of.ts';

const runner = { runner: 'vitest', root: '.', isTestFile: () => true };
const TEXT = `it('shows cents', () => {});
it.each([[1]])('shows %i', () => {});
it.each([['a']])('reads $name', () => {});
describe('Cart', () => {
  it('shows cents', () => {});
  it(\`takes \${1} off\`, () => {});
});
describe.each([1])('of %i', () => {
  it('is', () => {});
});
`;
const ran = (title: string, ...suites: string[]): TestCase => ({
  ...{ id: title, file: 'a.test.ts', suites, title, state: 'passed', durationMs: 0 },
});
const whose = async (run: TestCase): Promise<string[]> => {
  const { tests } = await readTestFile('a.test.ts', TEXT, runner);
  return (tests ?? []).filter((test) => isRunOf(run, test)).map(({ path }) => path.join(' > '));
};

describe('a test that ran', () => {
  it.each([
    [ran('shows cents'), ['shows cents']],
    [ran('shows cents', 'Cart'), ['Cart > shows cents']],
    [ran('shows 12'), ['shows %i']],
    [ran('reads a'), ['reads $name']],
    [ran('takes 1 off', 'Cart'), [`Cart > takes $${'{1}'} off`]],
    [ran('is', 'of 1'), ['of %i > is']],
    [ran('shows'), []],
    [ran('is'), []],
  ])('%j is a run of %j', async (run, paths) => expect(await whose(run)).toEqual(paths));

  it('may be a row that a fixture of pytest gave it', async () => {
    const { tests } = await readTestFile('test_a.py', 'def test_a(escape):\n  assert escape(1)\n', runner);
    const isIts = (title: string): boolean | undefined =>
      tests?.some((test) => isRunOf({ file: 'test_a.py', suites: [], title }, test));
    expect(['test_a', 'test_a[native]', 'test_ab[native]', 'test_a[1'].map(isIts)).toEqual([true, true, false, false]);
  });

  it('may be inside another, at any depth', async () => {
    const [outer] = (await readTestFile('a.test.ts', TEXT, runner)).tests ?? [];
    if (!outer) throw new Error('no test');
    expect(isRunInside(ran('safely', 'shows cents', 'removes'), outer)).toBe(true);
    expect(isRunInside(ran('shows cents'), outer)).toBe(false);
    expect(isRunInside(ran('safely', 'removes', 'shows cents'), outer)).toBe(false);
  });
});
