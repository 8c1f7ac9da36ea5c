import type { BrokenKind, TestEvidence } from '#contracts/test-run.ts';
import type { MutantOutcome } from './mutation-result.ts';

/** What a test run says about the mutant in the tree. Pure. */
export function judgeMutantRun({ outcome, tests }: TestEvidence, limitMs: number): MutantOutcome {
  const failed = tests.filter(({ state }) => state === 'failed').map(({ id }) => id);
  switch (outcome.type) {
    case 'ran':
      return failed.length > 0 ? { state: 'killed', by: failed } : { state: 'survived' };
    case 'no-tests':
      return { state: 'invalid', why: `no test ran: ${outcome.why}` };
    case 'infrastructure':
      return { state: 'invalid', why: outcome.message };
    case 'broken': {
      if (outcome.kind === 'time-out' && outcome.failures.length === 0) return { state: 'timed-out', limitMs };
      if (RUNNER_BROKE.has(outcome.kind)) return { state: 'invalid', why: outcome.message };
      // A test file that does not load, or an error that no test caught: the run is red because of the mutant.
      const places = outcome.failures.map(
        ({ file, message }) => `${file ? `${file}: ` : ''}${message.split('\n', 1)[0]}`,
      );
      return { state: 'killed', by: failed.length > 0 ? failed : [...new Set(places)] };
    }
  }
}

/** The runner failed, not the tests: the text does not load as code, or there is no valid report. */
const RUNNER_BROKE: ReadonlySet<BrokenKind> = new Set(['syntax', 'crash', 'config', 'report', 'flood']);

/** Null when the run is green; else why not. */
export function whyNotGreen({ outcome, tests }: TestEvidence): { why: string; failed: readonly string[] } | null {
  const failed = tests.filter(({ state }) => state === 'failed').map(({ id }) => id);
  if (outcome.type === 'ran' && failed.length === 0) return null;
  const why = outcome.type === 'ran' ? `${failed.length} failed` : sayOutcome(outcome);
  return { why, failed };
}

function sayOutcome(outcome: Exclude<TestEvidence['outcome'], { type: 'ran' }>): string {
  return outcome.type === 'no-tests' ? `no test ran: ${outcome.why}` : outcome.message;
}
