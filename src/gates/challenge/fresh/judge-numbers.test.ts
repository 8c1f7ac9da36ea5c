import { describe, expect, it } from 'vitest';
import { besideRule } from './judge-numbers.ts';
import { neighbours } from './neighbours.ts';

function judge(inputs: readonly number[][], fn: (...args: number[]) => number) {
  const said = (args: readonly number[]): { args: number[]; outcome: string } => ({
    args: [...args],
    outcome: String(fn(...args)),
  });
  const tested = new Set(inputs.map((args) => JSON.stringify(args)));
  const near = inputs.flatMap((args) => neighbours(args)).filter((args) => !tested.has(JSON.stringify(args)));
  const probes = near.map((args) => ({ name: 'f', module: 'm', ...said(args as number[]) }));
  return besideRule(inputs.map(said), probes);
}

const INPUTS = [
  [1000, 10],
  [999, 50],
  [70, 0],
];
const KNOWN = new Map([
  ['1000,10', 900],
  ['999,50', 500],
]);
const table = (price: number, percent: number): number | undefined => KNOWN.get(`${price},${percent}`);
const OFF = [
  [1000, 10],
  [999, 50],
];

describe('answers that break a rule', () => {
  it.each([
    ['what is given', (price: number, percent: number) => table(price, percent) ?? price],
    ['nothing', (price: number, percent: number) => table(price, percent) ?? 0],
    ['a sum', (price: number, percent: number) => table(price, percent) ?? price - percent],
    ['a product', (price: number, percent: number) => table(price, percent) ?? price * percent + 3],
  ])('are told where the rule is %s', (_, fn) => {
    expect(judge(INPUTS, fn)).toEqual(OFF);
  });

  it.each([
    ['a percentage', INPUTS, (price: number, percent: number) => Math.ceil((price * (100 - percent)) / 100)],
    ['a plain product', INPUTS, (price: number, percent: number) => (price * (100 - percent)) / 100],
    ['the larger one', INPUTS, Math.max],
    ['what lies between', [[5], [-3], [200]], (n: number) => Math.min(100, Math.max(0, n))],
    [
      'a common divisor',
      [
        [12, 18],
        [7, 21],
        [100, 75],
      ],
      gcd,
    ],
    [
      'a remainder',
      [
        [12, 5],
        [7, 3],
        [100, 9],
      ],
      (a: number, b: number) => a % b,
    ],
    ['one exception', [[12], [7], [0]], (a: number) => (a === 0 ? 1 : a * 2)],
  ])('are not told of %s', (_, inputs, fn) => {
    expect(judge(inputs, fn as (...args: number[]) => number)).toBe(null);
  });
});

function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b);
}
