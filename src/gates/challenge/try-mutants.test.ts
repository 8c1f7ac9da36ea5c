import { describe, expect, it } from 'vitest';
import type { MutantOutcome, MutantResult } from '../mutation/mutation-result.ts';
import type { Weight } from './survivors/weight.ts';
import { tell } from './try-mutants.ts';

const mutant = (kind: MutantResult['mutant']['kind'], outcome: MutantOutcome, symbol = 'total'): MutantResult => ({
  ...{ file: 'src/a.ts', outcome, durationMs: 1 },
  mutant: {
    ...{ id: kind, kind, line: 3, column: 1, endLine: 3, before: 'a', after: 'b', edits: [] },
    symbol,
    description: 'a became b',
  },
});
const measured = (results: MutantResult[]) => tell({ type: 'stopped', results, left: 0 }, [{ path: 'src/a.ts' }]);

describe('G3.18 G3.19 what mutants say about a change', () => {
  it('a check that no test would miss blocks; the rest is for the reviewer', () => {
    const { findings, doubts } = measured([
      mutant('RemovedCheck', { state: 'survived' }),
      mutant('Boundary', { state: 'survived' }),
      mutant('Operator', { state: 'killed', by: ['a test'] }),
    ]);
    expect(findings).toMatchObject([
      {
        file: 'src/a.ts',
        line: 3,
        severity: 'major',
        message: expect.stringContaining('add a test that fails in that case'),
      },
    ]);
    expect(doubts).toEqual([expect.stringContaining('src/a.ts:3')]);
  });

  it('a reworded check of main, which main’s tests did not notice either, is for the reviewer', () => {
    const removed = mutant('RemovedCheck', { state: 'survived' });
    const result = { ...removed, mutant: { ...removed.mutant, line: 1 } };
    const sources = [{ path: 'src/a.ts', text: 'if (a && b && c) return;\n' }];
    const old = new Map([['src/a.ts', 'if (a && b) return;\n']]);
    expect(tell({ type: 'stopped', results: [result], left: 0 }, sources, { before: old })).toMatchObject({
      findings: [],
      doubts: [expect.stringContaining('every test passes')],
    });
    expect(tell({ type: 'stopped', results: [result], left: 0 }, sources).findings).toHaveLength(1);
  });

  it('an unnoticed mutant blocks if it makes a difference or was not weighed; otherwise it goes to the reviewer', () => {
    const [matters, same, unasked, late, contrived] = [1, 2, 3, 4, 5].map((line) => {
      const one = mutant('ConditionFlip', { state: 'survived' });
      return { ...one, mutant: { ...one.mutant, line } };
    }) as [MutantResult, MutantResult, MutantResult, MutantResult, MutantResult];
    const weights = new Map<MutantResult, Weight>([
      [matters, { type: 'matters', say: 'total(1) gives 2, and 3 then' }],
      [same, { type: 'same', calls: 12 }],
      [unasked, { type: 'unasked', why: 'no call of it could be compared' }],
      [contrived, { type: 'contrived', say: 'isCase("A",{"0":"B"}) gives true, and false then' }],
    ]);
    const results = [matters, same, unasked, late, contrived];
    const { findings, doubts } = tell({ type: 'stopped', results, left: 0 }, [{ path: 'src/a.ts' }], { weights });
    expect(findings.map(({ line }) => line)).toEqual([1, 4]);
    expect(findings[0]?.message).toContain('total(1) gives 2, and 3 then');
    expect(doubts).toEqual([
      expect.stringMatching(/a\.ts:2 .*probably equivalent: 12 calls/),
      expect.stringMatching(/a\.ts:3 .*could not be measured: no call/),
      expect.stringMatching(/a\.ts:5 .*constructed input: isCase/),
    ]);
  });

  it('a function that no test runs is reported once', () => {
    const not = { state: 'not-covered', why: 'no test fails when total throws at once' } as const;
    const { findings } = measured([mutant('Operator', not), mutant('Boundary', not), mutant('Boundary', not, 'other')]);
    expect(findings.map(({ severity }) => severity)).toEqual(['critical', 'critical']);
  });

  it('what could not be tried is a doubt, a file that nothing loads a finding', () => {
    const red = tell({ type: 'baseline-red', why: 'one failed', failed: [] }, [{ path: 'src/a.ts' }]);
    expect(red).toMatchObject({ findings: [], doubts: [expect.stringContaining('could not be tried: one failed')] });
    const mute = (invalid: string | null) =>
      tell({ type: 'mutants-unseen', why: 'x', files: ['src/a.ts'], invalid }, []).findings;
    expect(mute(null)).toMatchObject([{ file: 'src/a.ts', severity: 'critical', code: 'NOT_TESTED' }]);
    expect(mute('still running')).toMatchObject([
      {
        file: 'src/a.ts',
        code: 'UNMEASURED',
        message: expect.stringContaining('could not be measured: still running'),
      },
    ]);
  });
});
