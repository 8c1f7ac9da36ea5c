import { describe, expect, it } from 'vitest';
import { makeMutants } from './make-mutants.ts';
import { MUTANT_KINDS } from './mutant.ts';
import { selectMutants } from './select.ts';

const body = (n: number): string => `
export function f${n}(a: number, b: number) {
  if (a < 0) throw new Error('a');
  if (b > a) return g(a, b);
  h(b + 1);
  return a ? b * 2 : k(b);
}
`;
const TEXT = Array.from({ length: 6 }, (_, n) => body(n)).join('');
const all = makeMutants(TEXT, { language: 'typescript' });

describe('choosing under a limit', () => {
  it('takes all where all fit', async () => {
    const mutants = await all;
    expect(selectMutants(mutants, mutants.length)).toEqual(mutants);
  });

  it('takes exactly so many, in order, the same every time, others for another seed', async () => {
    const mutants = await all;
    const chosen = selectMutants(mutants, 24, 1);
    expect(chosen).toHaveLength(24);
    expect(selectMutants(mutants, 24, 1)).toEqual(chosen);
    expect(selectMutants(mutants, 24, 2)).not.toEqual(chosen);
    expect(chosen.map(({ line }) => line)).toEqual(chosen.map(({ line }) => line).toSorted((a, b) => a - b));
  });

  it('gives half to the kinds that always block, and something to every other', async () => {
    const chosen = selectMutants(await all, 24);
    const blocking = chosen.filter(({ kind }) => kind === 'RemovedCheck' || kind === 'ConditionFlip');
    expect(blocking.length).toBeGreaterThanOrEqual(12);
    expect(new Set(chosen.map(({ kind }) => kind))).toEqual(new Set(MUTANT_KINDS));
  });

  it('spreads over functions', async () => {
    const chosen = selectMutants(await all, 24);
    const counts = Map.groupBy(chosen, ({ symbol }) => symbol);
    expect(counts.size).toBe(6);
    for (const own of counts.values()) expect(own.length).toBeLessThanOrEqual(6);
  });

  it('replaces what does not parse', async () => {
    const chosen = await makeMutants(TEXT, { language: 'typescript', limit: 10 });
    expect(chosen).toHaveLength(10);
  });
});
