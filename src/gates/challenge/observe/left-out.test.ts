import { describe, expect, it } from 'vitest';
import type { TestEvidence } from '#contracts/test-run.ts';
import type { WrittenTest } from '../../inventory/test-inventory.ts';
import { leftOut, leftOutFinding } from './left-out.ts';
import type { Observation, ObservedTest } from './observation.ts';

const written = (name: string): WrittenTest =>
  ({
    ...{ file: 'test/a.test.js', path: [name], hash: name, marks: [] },
    fact: { lines: { first: 3, last: 9 } },
  }) as unknown as WrittenTest;
const ran = (name: string, began = true): ObservedTest => ({
  ...{ id: name, written: written(name), began, ended: 'well' },
});
const outcome = (value: TestEvidence['outcome']): TestEvidence => ({ outcome: value }) as unknown as TestEvidence;
const seen: Pick<Observation, 'tests' | 'entered'> = { tests: [ran('one'), ran('two')], entered: new Set(['f0']) };
const other = (tests: readonly ObservedTest[], value: TestEvidence['outcome'] = { type: 'ran' }) => ({
  ...{ run: outcome(value), tests, overflow: false, broken: null },
});
const names = (of: ReturnType<typeof other>, isNewTest = () => true): string[] =>
  leftOut(seen, of, '.', { isNewTest }).map(({ path }) => path.join());

describe('G12 new tests that a run with other answers did not come to', () => {
  it('are none where all began, or are not new', () => {
    expect(names(other(seen.tests))).toEqual([]);
    expect(names(other([]), () => false)).toEqual([]);
  });

  it('are those behind the one at which time was up', () => {
    const late: TestEvidence['outcome'] = { type: 'broken', kind: 'time-out', message: 'late', failures: [] };
    expect(names(other([ran('one'), ran('two', false)], late))).toEqual(['two']);
    expect(names(other([], { type: 'infrastructure', message: 'm', next: 'n' }))).toEqual(['one', 'two']);
  });

  it('are all where records were lost', () => {
    expect(names({ ...other(seen.tests), overflow: true })).toEqual(['one', 'two']);
  });

  it('are none in a file that does not load then: that is noticed', () => {
    const failures = [{ kind: 'exception', message: 'm', file: 'test/a.test.js' }] as const;
    expect(names(other([], { type: 'broken', kind: 'exception', message: 'm', failures: [...failures] }))).toEqual([]);
  });

  it('is a finding, at the first of them', () => {
    expect(leftOutFinding([])).toEqual([]);
    expect(leftOutFinding([written('one'), written('two')])).toMatchObject([
      { file: 'test/a.test.js', line: 3, code: 'UNMEASURED', message: expect.stringContaining('one (and 1 more)') },
    ]);
  });
});
