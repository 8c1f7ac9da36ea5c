import { describe, expect, it } from 'vitest';
import { fieldsOf } from './each-of-record.ts';

const looked = (own: readonly string[], near: readonly string[]) => ({
  called: { name: 'f', module: 'a.js', parameters: 1, calls: own.map((outcome, n) => ({ args: [n], outcome })) },
  probes: near.map((outcome, n) => ({ name: 'f', module: 'a.js', args: [10 + n], outcome })),
  source: '',
});
const told = (own: readonly string[], near: readonly string[]) =>
  fieldsOf(looked(own, near)).map(({ called, probes }) => [...called.calls, ...probes].map(({ outcome }) => outcome));

describe('the fields of a result', () => {
  it('are judged separately, however records are written', () => {
    const columns = [
      ['900', '500', '7'],
      ['"a, b"', '"c"', '"d"'],
    ];
    expect(
      told(['{"price": 900, "of": "a, b"}', '{"price": 500, "of": "c"}'], ['{"of": "d", "price": 7, "new": [1, 2]}']),
    ).toEqual(columns);
    expect(told(['Quote {"price": 900}', 'Quote {"price": 500}'], ['Quote {"price": 7}'])).toEqual([columns[0]]);
    expect(told(['Quote(price=900)', 'Quote(price=500)'], ['Quote(price=7)'])).toEqual([columns[0]]);
    expect(told(["{'price': 900}", "holds {'price': 500}"], ["resolves {'price': 7}"])).toEqual([columns[0]]);
  });

  it('do not exist if a result is not a record; errors are left out', () => {
    expect(told(['900', '{"a": 1}'], [])).toEqual([]);
    expect(told(['{"a": 1}', '{"b": 1}'], [])).toEqual([]);
    expect(told(['{"a": 1}', '{"a": 2}'], ['throws Error: no'])).toEqual([['1', '2']]);
  });
});
