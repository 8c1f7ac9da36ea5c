import { describe, expect, it } from 'vitest';
import { nextSpec } from './next-spec.ts';
import { specFrom, specToYaml } from './read-spec.ts';
import type { StructuredFailure, Survivor } from './state.ts';
import { TYPES } from './testing/sample-claims.ts';
import { workItems } from './work-items.ts';

const SPEC = specFrom(
  '{module: m, description: d, criteria: [c], implPath: a.ts, testPath: a.test.ts, examples: [{input: i, output: o}]}',
  's',
);
const survivor = (id: string, name: string | null, line: number, blocks = false): Survivor => ({
  ...{ id, kind: 'Boundary', function: name, line, description: 'this.#ring[4711]', covered: true, blocks },
});
const FAILURE: StructuredFailure = {
  ...{ test: 'a.test.ts > grows', functions: ['push'], kind: 'assertion', message: 'expected 4711 of this.#ring' },
  ...{ counterexample: '[4711]', expected: '1', actual: '4711' },
};
const NOTHING = { typeAdversary: null, mutation: null, analysis: null, coverage: null, functions: TYPES.functions };

describe('H8.4 tasks for the next run', () => {
  it('has no line, no message and no helper of the implementation that was merged', () => {
    const survivors = [survivor('1', 'push', 4711), survivor('2', 'push', 4712, true), survivor('3', 'ringOf', 4713)];
    const next = workItems({
      ...NOTHING,
      mutation: { type: 'measured', score: 0, tried: 3, killed: 0, survivors, verdict: 'weak', evidence: [] },
      failures: [FAILURE],
    });
    expect(next).toMatchObject([
      { type: 'add-property', property: { name: 'notices-Boundary-push', about: 'push' }, blocking: true },
      { type: 'add-property', property: { name: 'notices-Boundary-the-module', about: 'the module' }, blocking: false },
      { type: 'fix', test: 'a.test.ts > grows' },
    ]);
    const spec = nextSpec({ next }, SPEC);
    expect(spec.criteria).toEqual(['c', 'a.test.ts > grows passes']);
    const yaml = specToYaml(spec);
    for (const secret of ['471', 'ring', 'line-']) expect(yaml).not.toContain(secret);
  });
});
