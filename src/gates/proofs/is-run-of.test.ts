import { describe, expect, it } from 'vitest';
import type { TestCase } from '#contracts/test-run.ts';
import { readTestFile } from '../inventory/test-inventory.ts';
import { isRunOf } from './is-run-of.ts';

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
});
