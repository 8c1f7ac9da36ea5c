import { describe, expect, it } from 'vitest';
import type { TestEvidence, TestRunOutcome } from '#contracts/test-run.ts';
import { judgeMutantRun, whyNotGreen } from './judge-run.ts';

const told = (outcome: TestRunOutcome, ...failed: string[]): TestEvidence => ({
  ...{ runner: 'vitest', command: ['vitest'], tree: null, exitCode: 1, durationMs: 1, leftovers: 0, output: null },
  outcome,
  tests: ['a', 'b'].map((id) => ({
    ...{ id, file: 'x.test.ts', suites: [], title: id, durationMs: 1 },
    state: failed.includes(id) ? 'failed' : 'passed',
  })),
});
const broken = (kind: Extract<TestRunOutcome, { type: 'broken' }>['kind'], ...files: string[]): TestEvidence => {
  const failures = files.map((file) => ({ kind: 'exception' as const, message: 'boom', file }));
  return { ...told({ type: 'broken', kind, message: 'it broke', failures }), tests: [] };
};

describe('H6 the meaning of a run for a mutant', () => {
  it('killed by the tests that failed', () => {
    expect(judgeMutantRun(told({ type: 'ran' }, 'b'), 1)).toEqual({ state: 'killed', by: ['b'] });
  });
  it('survived when all is green', () => {
    expect(judgeMutantRun(told({ type: 'ran' }), 1)).toEqual({ state: 'survived' });
  });
  it('killed when a test file does not load any more', () => {
    expect(judgeMutantRun(broken('exception', 'x.test.ts'), 1)).toEqual({ state: 'killed', by: ['x.test.ts: boom'] });
    expect(judgeMutantRun(broken('missing-symbol', 'x.test.ts'), 1)).toMatchObject({ state: 'killed' });
  });
  it('timed out at the limit of the run, not at the limit of a test', () => {
    expect(judgeMutantRun(broken('time-out'), 77)).toEqual({ state: 'timed-out', limitMs: 77 });
    expect(judgeMutantRun(broken('time-out', 'x.test.ts'), 77)).toMatchObject({ state: 'killed' });
  });
  it.each(['syntax', 'crash', 'config', 'report', 'flood'] as const)(
    'says nothing when the runner broke: %s',
    (kind) => {
      expect(judgeMutantRun(broken(kind), 1)).toEqual({ state: 'invalid', why: 'it broke' });
    },
  );
  it('says nothing without tests, or if nothing could run', () => {
    expect(judgeMutantRun(told({ type: 'no-tests', why: 'none' }), 1)).toMatchObject({ state: 'invalid' });
    expect(judgeMutantRun(told({ type: 'infrastructure', message: 'gone', next: '' }), 1)).toMatchObject({
      state: 'invalid',
    });
  });
});

describe('green', () => {
  it('is a run in which nothing failed', () => {
    expect(whyNotGreen(told({ type: 'ran' }))).toBeNull();
    expect(whyNotGreen(told({ type: 'ran' }, 'a'))).toEqual({ why: '1 failed', failed: ['a'] });
    expect(whyNotGreen(broken('syntax'))).toEqual({ why: 'it broke', failed: [] });
    expect(whyNotGreen(told({ type: 'no-tests', why: 'none' }))).toMatchObject({ why: 'no test ran: none' });
  });
});
