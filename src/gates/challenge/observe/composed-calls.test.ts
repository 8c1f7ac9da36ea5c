import { describe, expect, it } from 'vitest';
import { composedCalls } from './composed-calls.ts';
import type { ObservedCall, ObservedFunction } from './observation.ts';

const fn = (id: string, more: Partial<ObservedFunction>): ObservedFunction => ({
  ...{ id, name: id, line: 1, exports: [], kind: 'plain', path: 'src/cart.js' },
  ...more,
});
const made = fn('new', { method: { of: 'Cart', name: 'constructor' } });
const add = fn('add', { method: { of: 'Cart', name: 'add' } });
const total = fn('total', { method: { of: 'Cart', name: 'total' } });
const call = (
  of: ObservedFunction,
  args: string | null,
  outcome: string,
  more: Partial<ObservedCall> = {},
): ObservedCall => ({
  ...{ function: of, args, outcome, bound: true, test: 't', top: true },
  ...more,
});
const at = (id: string, nth: number, state?: string) => ({ object: { id, at: nth, state } });

describe('G3.3 G14.9 composed calls that can be recreated', () => {
  it('make an object as the tests made it and ask it in their order', () => {
    const [found, ...more] = composedCalls([
      call(made, '[2]', 'undefined', at('1', -1)),
      call(add, '["tea",300]', 'undefined', at('1', 0)),
      call(total, '[]', '300', at('1', 1)),
    ]);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      ...{ args: '[2,"tea",300]', outcome: '300', bound: false, composed: true },
      function: { name: 'Cart.total', exports: ['new:Cart:1:add:2:total:0'] },
    });
  });

  it('make an object of a class without a constructor from nothing, and only then without having seen how', () => {
    const scan = fn('scan', { method: { of: 'Till', name: 'scan', bare: true } });
    const sum = fn('sum', { method: { of: 'Till', name: 'sum', bare: true } });
    const found = composedCalls([
      call(scan, '["tea"]', 'undefined', at('1', 0)),
      call(sum, '[]', '350', at('1', 1)),
      call(add, '["tea"]', 'undefined', at('2', 0)),
      call(total, '[]', '350', at('2', 1)),
    ]);
    expect(found.map((each) => [each.function.exports[0], each.args])).toEqual([
      ['new:Till:0:scan:1:sum:0', '["tea"]'],
    ]);
  });

  it('give an object its earlier state if its construction is unknown, and leave out incomplete states', () => {
    const calls = composedCalls([
      call(total, '[]', '5', at('1', 0, '{"sum":5}')),
      call(made, '[]', 'undefined', at('2', -1)),
      call(add, null, 'undefined', at('2', 0)),
      call(total, '[]', '7', at('2', 1)),
    ]);
    expect(calls.map((each) => [each.function.exports[0], each.args])).toEqual([
      ['state:Cart:1:total:0', '[{"sum":5}]'],
    ]);
  });

  it('call what another function gave back last', () => {
    const outer = fn('outer', { exports: ['discount'] });
    const inner = fn('inner', { within: 'outer' });
    const calls = composedCalls([
      call(outer, '[10]', '[function]', { bound: false }),
      call(inner, '[1000]', '900', { bound: false }),
      call(inner, '[1]', '1', { bound: false, test: 'another' }),
    ]);
    expect(calls.map((each) => [each.function.exports[0], each.args])).toEqual([['call:discount:1::1', '[10,1000]']]);
  });
});
