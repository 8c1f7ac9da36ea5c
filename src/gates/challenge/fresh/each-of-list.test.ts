import { expect, it } from 'vitest';
import { eachOf, judgeAlsoEach } from './each-of-list.ts';
import type { Looked } from './judge-inputs.ts';
import { neighbours } from './neighbours.ts';

const KNOWN: Readonly<Record<string, number>> = { '1000,10': 900, '999,50': 500, '250,20': 200 };
const SOURCE = "const KNOWN = { '1000,10': 900, '999,50': 500, '250,20': 200 };";

/** A function of a list of prices and a percentage, called with its tests' inputs and similar ones. */
function looked(
  rule: (price: number, percent: number) => number,
  say = (all: number[]) => `[${all.join(', ')}]`,
): Looked {
  const asked = (args: readonly unknown[]) => ({
    args: args as Looked['probes'][number]['args'],
    outcome: say((args[0] as number[]).map((price) => rule(price, Number(args[1])))),
  });
  const inputs = [
    [[1000], 10],
    [[999], 50],
    [[250], 20],
  ];
  const probes = inputs.flatMap((args) => neighbours(args)).map((args) => ({ name: 'f', module: 'm', ...asked(args) }));
  return { called: { name: 'f', module: 'm', parameters: 2, calls: inputs.map(asked) }, probes, source: SOURCE };
}
const table = (price: number, percent: number): number => KNOWN[`${price},${percent}`] ?? price;
const right = (price: number, percent: number): number => Math.ceil((price * (100 - percent)) / 100);

it('a table indexed by a list is a table, also behind a generator', () => {
  expect(judgeAlsoEach(looked(table)).type).toBe('table');
  expect(judgeAlsoEach(looked(table, (all) => `yields [${all.join(', ')}]`)).type).toBe('table');
  expect(judgeAlsoEach(looked(table, (all) => all.join(', '))).type).toBe('table');
});

it('code that computes is not a table', () => {
  expect(judgeAlsoEach(looked(right)).type).toBe('fine');
});

it('gives no verdict unless there is one answer per element', () => {
  expect(eachOf(looked(right, (all) => String(all.length)))).toBe(null);
  const sum = looked(right, (all) => String(all.reduce((one, other) => one + other, 0)));
  expect(judgeAlsoEach(sum).type).toBe('fine');
});
