import type { TestEvidence, TestState } from '#contracts/test-run.ts';
import { firstLine } from '#contracts/text.ts';
import { isProven } from './unproven.ts';

/** `vitest: 12 passed, 1 failed`, or why nothing is known. */
export function summaryOf({ runner, outcome, tests }: TestEvidence): string {
  if (outcome.type === 'no-tests') return `${runner}: no tests ran (${outcome.why})`;
  if (outcome.type === 'broken') return `${runner}: broken (${outcome.kind}): ${firstLine(outcome.message)}`;
  if (outcome.type === 'infrastructure') return `${runner}: not measured: ${firstLine(outcome.message)}`;
  const counts = STATES.map((state) => [state, tests.filter((test) => test.state === state).length] as const);
  const told = counts
    .filter(([state, count]) => count > 0 || state === 'passed')
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
  // A person allowed an unproven language for all verdicts; the reader of a single verdict must still see that.
  return `${runner}: ${told}${isProven({ runner }) ? '' : ' (LANGUAGE_UNPROVEN: only the report counts, as a person allowed)'}`;
}

const STATES: readonly TestState[] = ['passed', 'failed', 'skipped', 'todo'];
