import type { Refusal } from '#contracts/gate.ts';
import type { WholeRun } from './run-all.ts';
import { NO_NETWORK, wantsNetwork } from './wants-network.ts';

/** What keeps a run from being green: runners that broke or ran nothing, and tests that failed. */
export function runProblems({ runs, tests }: WholeRun): Refusal[] {
  const broken = runs.flatMap(({ result: { outcome, runner } }) =>
    outcome.type === 'broken'
      ? [
          {
            code: 'TESTS_BROKEN',
            message: `${runner}: ${outcome.kind}: ${outcome.message}`,
            next: 'Make the tests load and run to their end.',
          },
        ]
      : outcome.type === 'no-tests'
        ? [{ code: 'NO_TEST_RAN', message: `${runner}: ${outcome.why}`, next: 'At least one test must run.' }]
        : [],
  );
  const failing = tests.filter(({ state }) => state === 'failed');
  if (failing.length === 0) return broken;
  const names = failing
    .slice(0, 5)
    .map(({ id }) => id)
    .join('; ');
  const more = failing.length > 5 ? ` and ${failing.length - 5} more` : '';
  return [
    ...broken,
    {
      code: 'TESTS_FAILED',
      message: `${failing.length} failed: ${names}${more}`,
      next: failing.some(wantsNetwork) ? NO_NETWORK : 'Make them pass by changing the code, not the tests.',
    },
  ];
}
