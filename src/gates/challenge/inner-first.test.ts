import { describe, expect, it } from 'vitest';
import { innerFirst } from './inner-first.ts';
import { allUnknown } from './unmeasured.ts';

const fn = (name: string, line: number) => ({ name, line, exported: true, parameters: 1 });
const sources = [
  {
    ...{ path: 'src/types.ts', text: '', language: 'typescript' },
    functions: [fn('union', 1), fn('union.coercer', 3), fn('print', 9)],
  },
];
const nothing = { called: [], answered: [] };

describe('G14.4 functions that nothing measured', () => {
  /** Asks, with these as noticed ones; returns which were asked in each round, and what is unknown in the end. */
  const askWith = async (...noticed: string[]) => {
    const rounds: string[][] = [];
    const unknownOf = (died: readonly { path: string; name: string }[]) =>
      allUnknown({ sources }, nothing, { died, named: [], untried: true });
    const known = await innerFirst(unknownOf, async (some) => {
      rounds.push(some.map(({ each }) => each.name));
      return some.flatMap(({ path, each }) => (noticed.includes(each.name) ? [{ path, name: each.name }] : []));
    });
    return { rounds, unknown: unknownOf(known).map(({ each }) => each.name) };
  };

  it('are checked from the innermost outwards: a noticed one counts for the function around it', async () => {
    expect(await askWith('union.coercer', 'print')).toEqual({ rounds: [['union.coercer', 'print']], unknown: [] });
  });

  it('stay unknown if only the function around them is noticed', async () => {
    expect(await askWith('union', 'print')).toEqual({
      rounds: [['union.coercer', 'print'], ['union']],
      unknown: ['union.coercer'],
    });
    expect((await askWith()).unknown).toEqual(['union', 'union.coercer', 'print']);
  });
});
