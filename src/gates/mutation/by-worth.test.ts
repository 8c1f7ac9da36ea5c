import { describe, expect, it } from 'vitest';
import type { MutantKind } from '#code/mutants/mutant.ts';
import { byWorth } from './by-worth.ts';

const mutant = (symbol: string, kind: MutantKind, n = 1) => ({ symbol, kind, n, source: { path: 'a.ts' } });
const said = (mutants: ReturnType<typeof mutant>[]): string[] =>
  mutants.map(({ symbol, kind, n }) => `${symbol} ${kind} ${n}`);

describe('G3.18 the order in which mutants are tried', () => {
  it('has one of each function first, then what blocks, then the rest', () => {
    const made = [
      mutant('f', 'Boundary'),
      mutant('f', 'RemovedCheck', 1),
      mutant('f', 'ConditionFlip', 2),
      mutant('f', 'ReturnValue'),
      mutant('g', 'ReturnValue'),
      mutant('g', 'OffByOne'),
    ];
    expect(said(byWorth(made))).toEqual([
      'f RemovedCheck 1',
      'g ReturnValue 1',
      'f ConditionFlip 2',
      'f Boundary 1',
      'g OffByOne 1',
      'f ReturnValue 1',
    ]);
  });

  it('loses none, and distinguishes functions of one name in two files', () => {
    const here = mutant('f', 'Operator');
    const there = { ...here, source: { path: 'b.ts' }, n: 2 };
    expect(byWorth([here, here, there])).toEqual([here, there, here]);
    expect(byWorth([])).toEqual([]);
  });
});
