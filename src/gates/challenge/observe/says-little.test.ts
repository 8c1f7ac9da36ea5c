import { describe, expect, it } from 'vitest';
import type { TestEvidence } from '#contracts/test-run.ts';
import type { WrittenTest } from '../../inventory/test-inventory.ts';
import type { AlteredCall, Observation, ObservedAssertion, ObservedCall } from './observation.ts';
import { unnoticedPlaces, unstatedPlaces, wordsIn } from './says-little.ts';

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
const called = (outcome: string, args = '[2]'): ObservedCall => ({
  ...{ function: f, args, outcome, bound: false, test: 't', top: true },
});
const asked = (how: string, failed: ObservedAssertion['failed']): ObservedAssertion => ({
  ...{ id: 'a0', how, line: 3, test: 't', must: true, file: 'test/a.test.js', passed: [], failed },
});
const altered = (assertions: readonly ObservedAssertion[], calls: readonly AlteredCall[]) => ({
  ...{ run, tests, overflow: false, broken: null, assertions, altered: calls },
});
const ROOT_LEAF = { leaves: [['', 0]] } as const;
const FAR = altered(
  [asked('', [{ test: 't', given: '-9100000004000', wanted: ['0'], calls: [4] }])],
  [{ n: 4, function: f, args: '[2]', test: 't', ...ROOT_LEAF }],
);
const news = { isNewTest: () => true, added: 'return { price, ok, at };' };
const taken = (
  outcome: string,
  { again = outcome, other = FAR as ReturnType<typeof altered>, text = 'expect(f(2)).toBeGreaterThan(0);\n' } = {},
) =>
  unstatedPlaces(
    { seen: { run, tests, calls: [called(outcome)] }, hidden: { calls: [called(again)] }, other },
    [{ path: 'test/a.test.js', text }],
    '.',
    news,
  ).map(({ function: { name }, leaf }) => name + leaf);

describe('functions whose results are hardly stated', () => {
  it('answer numbers and texts, the same each time, to tests that take them', () => {
    for (const outcome of ['900', '"a text"', "'a text'", 'resolves 9']) expect(taken(outcome), outcome).toEqual(['f']);
    for (const outcome of ['true', 'undefined', 'throws Error: 9', '[function]'])
      expect(taken(outcome), outcome).toEqual([]);
    expect(taken('900', { again: '901' })).toEqual([]);
    expect(taken('900', { text: '  f(2);\n  assert.ok(done);\n' })).toEqual([]);
  });

  it('are not those of which an assertion says the value', () => {
    const exact = altered([asked('toBe', [{ test: 't', given: '-9100000004000', wanted: ['900'] }])], FAR.altered);
    expect(taken('900', { other: exact })).toEqual([]);
    const yes = altered([asked('toBe', [{ test: 't', given: 'false', wanted: ['true'], calls: [4] }])], FAR.altered);
    expect(taken('900', { other: yes })).toEqual(['f']);
    const any = altered(
      [asked('toEqual', [{ test: 't', given: '-9100000004000', wanted: ['opaque object'] }])],
      FAR.altered,
    );
    expect(taken('900', { other: any })).toEqual(['f']);
  });

  const RECORD: AlteredCall = {
    ...(FAR.altered[0] as AlteredCall),
    leaves: [
      ['.price', 1],
      ['.ok', -1],
      ['.at', 3],
    ],
  };
  const ofRecord = (given: string, again = '{"at": 5, "ok": true, "price": 9}') =>
    taken('{"at": 5, "ok": true, "price": 9}', {
      again,
      other: altered([asked('toEqual', [{ test: 't', given, wanted: ['{"at": 5}'] }])], [RECORD]),
    });

  it('are looked at place by place, where they are records', () => {
    expect(ofRecord('-9100000004001')).toEqual(['f.ok', 'f.at']);
    expect(ofRecord('{"at": -9100000004003, "ok": false, "price": -9100000004001}')).toEqual([]);
    expect(ofRecord('-9100000004001', '{"at": 6, "ok": true, "price": 9}')).toEqual(['f.ok']);
  });

  it('are not those that the change does not name', () => {
    const other = altered(
      [],
      [
        {
          ...RECORD,
          leaves: [
            ['.price', 1],
            ['.old', 2],
            ['[]', 3],
          ],
        },
      ],
    );
    expect(taken('{"price": 9}', { other })).toEqual(['f.price', 'f[]']);
  });

  it('are stated by an assertion about another call, unless that call returns its own argument', () => {
    const two = (args: string) => [RECORD, { ...RECORD, n: 5, args }].map((each) => ({ ...each, ...ROOT_LEAF }));
    const said = (args: string, outcome: string) =>
      unstatedPlaces(
        {
          seen: { run, tests, calls: [called('900'), called(outcome, args)] },
          hidden: { calls: [] },
          other: altered([asked('toBe', [{ test: 't', given: '-9100000005000', wanted: ['1'] }])], two(args)),
        },
        [{ path: 'test/a.test.js', text: 'expect(f(2)).toBeGreaterThan(0);\n' }],
        '.',
        news,
      ).length;
    expect(said('[3]', '3')).toBe(1);
    expect(said('[3]', '4')).toBe(0);
    expect(said('[2]', '2')).toBe(0);
  });
});

describe('answers near those of the code', () => {
  const near: AlteredCall[] = [
    { n: 4, function: f, args: '[2]', test: 't', answer: '1357' },
    { n: 5, function: g, args: '[2]', test: 't', answer: '"bcd"' },
  ];
  const found = (failed: ObservedAssertion['failed'], said: readonly string[] = [], trivial: readonly string[] = []) =>
    unnoticedPlaces(
      {
        ...{ function: f, leaf: '', test: tests[0] as Observation['tests'][number], trivial: new Set(trivial) },
        said: said.map((args, n) => ({ n: 10 + n, function: f, args, test: 't' })),
      },
      'up',
      altered([asked('', failed)], near),
      '.',
      news,
    )?.code;

  it('that no one notices are a finding', () => {
    expect(found([])).toBe('ASSERTION_SAYS_LITTLE');
    expect(found([{ test: 't', given: '"a bcd"', wanted: [] }])).toBe('ASSERTION_SAYS_LITTLE');
  });

  it('are noticed by an assertion that fails with them, wherever they are in it', () => {
    expect(found([{ test: 't', given: '1357', wanted: ['900'] }])).toBeUndefined();
    expect(found([{ test: 't', given: 'false', wanted: ['true'], calls: [4] }])).toBeUndefined();
    expect(found([{ test: 't', given: 'opaque', wanted: [] }])).toBeUndefined();
  });

  it('need no notice if a stated value is more than an argument, or if others vary', () => {
    expect(found([], ['[3]'])).toBeUndefined();
    expect(found([], ['[3]'], ['[3]'])).toBe('ASSERTION_SAYS_LITTLE');
    expect(found([], ['[2]'], ['[2]'])).toBeUndefined();
    expect(found([], ['[3]', '[4]'], ['[3]', '[4]'])).toBeUndefined();
  });
});

describe('the words of a test', () => {
  it('are its numbers and texts in their order', () => {
    expect(wordsIn([`expect([900, -9.5]).toContain(f(1000, 'a b', x1)); // 2`])).toEqual([900, -9.5, 1000, 'a b', 2]);
  });
});
