import { posix } from 'node:path';
import type { Refusal } from '#contracts/gate.ts';
import type { WholeRun } from './run-all.ts';
import { NO_NETWORK, wantsNetwork } from './wants-network.ts';

/** What main shows too, and so does not count. */
export interface KnownOnMain {
  /** Ids of tests. */
  readonly tests: ReadonlySet<string>;
  /** Files that do not load there either, from the project's top. */
  readonly broken: ReadonlySet<string>;
}

export const NOTHING_KNOWN: KnownOnMain = { tests: new Set(), broken: new Set() };

/** Why a run is not green: runners that broke or ran nothing, and failed tests. */
export function runProblems({ runs, tests }: WholeRun, known = NOTHING_KNOWN): Refusal[] {
  const broken = runs.flatMap(({ runner: { root }, result: { outcome, runner } }) => {
    if (outcome.type === 'no-tests')
      return [{ code: 'NO_TEST_RAN', message: `${runner}: ${outcome.why}`, next: 'At least one test must run.' }];
    if (outcome.type !== 'broken') return [];
    const isKnown = (file: string | undefined): boolean =>
      file !== undefined && known.broken.has(posix.join(root, file));
    // Where nothing ran at all, nothing was measured, whatever main shows.
    if (outcome.failures.length > 0 && tests.length > 0 && outcome.failures.every(({ file }) => isKnown(file)))
      return [];
    return [
      {
        code: 'TESTS_BROKEN',
        message: `${runner}: ${outcome.kind}: ${outcome.message}`,
        next: 'Make the tests load and run to their end.',
      },
    ];
  });
  const failing = tests.filter(({ state, id }) => state === 'failed' && !known.tests.has(id));
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
