import { describe, expect, it } from 'vitest';
import type { TestEvidence } from '#contracts/test-run.ts';
import type { WrittenTest } from '../../inventory/test-inventory.ts';
import type { AlteredCall, Observation, ObservedAssertion, ObservedCall } from './observation.ts';
import { hardlyNoticed, hardlySaid } from './says-little.ts';

const written = {
  ...{ file: 'test/a.test.js', path: ['a'], hash: 'h', marks: [] },
  fact: { lines: { first: 1, last: 9 }, modifiers: [] },
} as unknown as WrittenTest;
const run = {
  tests: [{ id: 'a', file: 'test/a.test.js', suites: [], title: 'a', state: 'passed' }],
} as unknown as TestEvidence;
const f: AlteredCall['function'] = { id: 'f0', path: 'src/a.js', name: 'f', line: 1, exports: ['f'], kind: 'plain' };
const g: AlteredCall['function'] = { ...f, id: 'g0', name: 'g', line: 5 };
const tests: Observation['tests'] = [{ id: 't', written, began: true, ended: 'well' }];
const called = (outcome: string): ObservedCall => ({
  ...{ function: f, args: '[2]', outcome, bound: false, test: 't', top: true },
});
const asked = (how: string, failed: ObservedAssertion['failed']): ObservedAssertion => ({
  ...{ id: 'a0', how, line: 3, test: 't', must: true, file: 'test/a.test.js', passed: [], failed },
});
const altered = (assertions: readonly ObservedAssertion[], calls: readonly AlteredCall[]) => ({
  ...{ run, tests, overflow: false, broken: null, assertions, altered: calls },
});
const FAR = altered(
  [asked('', [{ test: 't', given: '-9100000004', wanted: ['0'], calls: [4] }])],
  [{ n: 4, function: f, args: '[2]', test: 't' }],
);
const taken = (outcome: string, again = outcome, other = FAR, text = 'expect(f(2)).toBeGreaterThan(0);\n') =>
  hardlySaid(
    { seen: { run, tests, calls: [called(outcome)] }, hidden: { calls: [called(again)] }, other },
    [{ path: 'test/a.test.js', text }],
    '.',
    { isNewTest: () => true },
  ).map(({ function: { name } }) => name);

describe('functions whose answers hardly anything is said of', () => {
  it('answer numbers, texts and records of these, the same each time, to tests that take them', () => {
    for (const outcome of ['900', '"a text"', "'a text'", 'resolves 9', '{"price": 9, "label": "x"}'])
      expect(taken(outcome), outcome).toEqual(['f']);
    for (const outcome of ['true', 'undefined', 'throws Error: 9', '[1, 2]', '{"ok": true, "n": 1}', '[function]'])
      expect(taken(outcome), outcome).toEqual([]);
    expect(taken('900', '901')).toEqual([]);
    expect(taken('900', '900', FAR, '  f(2);\n  assert.ok(done);\n')).toEqual([]);
  });

  it('are not those of which an assertion says the value', () => {
    const exact = altered([asked('toBe', [{ test: 't', given: '-9100000004', wanted: ['900'] }])], FAR.altered);
    expect(taken('900', '900', exact)).toEqual([]);
    const yes = altered([asked('toBe', [{ test: 't', given: 'false', wanted: ['true'], calls: [4] }])], FAR.altered);
    expect(taken('900', '900', yes)).toEqual(['f']);
  });
});

describe('answers near those of the code', () => {
  const near: AlteredCall[] = [
    { n: 4, function: f, args: '[2]', test: 't', answer: '1357' },
    { n: 5, function: g, args: '[2]', test: 't', answer: '"bcd"' },
  ];
  const found = (failed: ObservedAssertion['failed']) =>
    hardlyNoticed(
      [{ function: f, test: tests[0] as Observation['tests'][number] }],
      altered([asked('', failed)], near),
      '.',
    ).map(({ code }) => code);

  it('that nobody notices are a finding', () => {
    expect(found([])).toEqual(['ASSERTION_SAYS_LITTLE']);
    expect(found([{ test: 't', given: '"a bcd"', wanted: [] }])).toEqual(['ASSERTION_SAYS_LITTLE']);
  });

  it('are noticed by an assertion that fails with them, wherever they stand in it', () => {
    expect(found([{ test: 't', given: '1357', wanted: ['900'] }])).toEqual([]);
    expect(found([{ test: 't', given: 'false', wanted: ['true'], calls: [4] }])).toEqual([]);
    expect(found([{ test: 't', given: 'opaque', wanted: [] }])).toEqual([]);
  });
});
