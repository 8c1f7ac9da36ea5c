import { describe, expect, it } from 'vitest';
import type { TestEvidence } from '#contracts/test-run.ts';
import type { WrittenTest } from '../../inventory/test-inventory.ts';
import { followsCode, type RunsAlike } from './follows.ts';
import { type News, NO_NEWS } from './judge-run.ts';
import type { AlteredCall, Observation, ObservedAssertion } from './observation.ts';

const written = {
  ...{ file: 'test/a.test.js', path: ['a'], hash: 'h', marks: [] },
  fact: { lines: { first: 1, last: 9 }, modifiers: [] },
} as unknown as WrittenTest;
const run = { tests: [{ id: 'a', file: 'test/a.test.js', suites: [], title: 'a', state: 'passed' }] };
const f: AlteredCall['function'] = { id: 'f0', path: 'src/a.js', name: 'f', line: 1, exports: ['f'], kind: 'plain' };
const call = (n: number): AlteredCall => ({ n, function: f, args: `[1000, ${n}]`, test: 't' });
const OTHER = (n: number): string => `-91${String(n).padStart(8, '0')}000`;

type Sides = readonly [given: string, wanted: string];
const asked = (id: string, held: readonly Sides[], failed: readonly Sides[] = []): ObservedAssertion => {
  const told = (all: readonly Sides[]) => all.map(([given, wanted]) => ({ test: 't', given, wanted: [wanted] }));
  return {
    ...{ id, how: 'equal', line: 3, test: 't', must: true, file: 'test/a.test.js' },
    ...{ passed: told(held), failed: told(failed) },
  };
};
const runs = (
  before: readonly ObservedAssertion[],
  after: readonly ObservedAssertion[],
  calls: readonly number[],
): RunsAlike => ({
  seen: { run: run as unknown as TestEvidence, assertions: before },
  hidden: { assertions: before },
  other: {
    ...{ run: run as unknown as TestEvidence, overflow: false, broken: null, altered: calls.map(call) },
    tests: [{ id: 't', written, began: true, ended: 'well' }] satisfies Observation['tests'],
    assertions: after,
  },
});
const NEWS: News = { ...NO_NEWS, isNewTest: () => true };
const found = (given: RunsAlike, news = NEWS): readonly string[] =>
  followsCode(given, '.', news).map(({ code, line, message }) => `${code} ${line} ${message}`);

describe('what tests want that comes from the code itself', () => {
  const before = [asked('$aaaaaa1_a0', [['900', '900']])];

  it('is reported: it holds although the answers are different', () => {
    const [first, ...more] = found(runs(before, [asked('$bbbbbb1_a0', [[OTHER(4), OTHER(4)]])], [4]));
    expect(first).toMatch(/^ASSERTION_FOLLOWS_CODE 3 test\/a\.test\.js > a: line 3 holds whatever f answers/);
    expect(more).toEqual([]);
  });

  it('does not matter if the same answer is stated elsewhere, or the test is not new', () => {
    const same = asked('$bbbbbb1_a0', [[OTHER(4), OTHER(4)]]);
    expect(found(runs(before, [same, asked('$bbbbbb1_a1', [], [[OTHER(4), '900']])], [4]))).toEqual([]);
    expect(found(runs(before, [same], [4]), NO_NEWS)).toEqual([]);
    const one = asked('$bbbbbb1_a1', [], [[OTHER(5), '900']]);
    expect(found(runs(before, [same, one], [4, 5]))).toHaveLength(1);
    const two = asked('$bbbbbb1_a2', [], [[OTHER(6), '500']]);
    expect(found(runs(before, [same, one, two], [4, 5, 6]))).toEqual([]);
  });

  it('is not a law: a law fails with other answers', () => {
    expect(found(runs(before, [asked('$bbbbbb1_a0', [], [[OTHER(4), OTHER(5)]])], [4, 5]))).toEqual([]);
  });

  it('can be a yes or no, where only one thing was asked and nothing noticed', () => {
    const yes = [asked('$aaaaaa1_a0', [['true', 'true']])];
    const no = [asked('$bbbbbb1_a0', [['false', 'false']])];
    expect(found(runs(yes, no, [4]))).toHaveLength(1);
    expect(found(runs(yes, no, [4, 5]))).toEqual([]);
    expect(found(runs(yes, [...no, asked('$bbbbbb1_a1', [], [['false', 'true']])], [4]))).toEqual([]);
  });

  it('is not looked for in what differs from run to run, or could not be read', () => {
    const others = { ...runs(before, [asked('$bbbbbb1_a0', [['7', '7']])], [4]) };
    const drawn = { ...others, hidden: { assertions: [asked('$cccccc1_a0', [['31', '31']])] } };
    expect(found(drawn)).toEqual([]);
    expect(found({ ...others, other: { ...others.other, overflow: true } })).toEqual([]);
  });
});
