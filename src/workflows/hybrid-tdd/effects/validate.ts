import type { TestCase } from '#contracts/test-run.ts';
import { runAll, unmeasurable, type WholeRun } from '#gates/proofs/run-all.ts';
import type { HybridContext, HybridEffects } from '../hybrid-effects.ts';
import type { Merged } from '../ports.ts';
import type { StructuredFailure } from '../state.ts';
import type { HybridParts } from './parts.ts';

/** Every test of the project on the merged tree; each that was red must exist and pass. */
export async function validate(
  { treeRunner }: HybridParts,
  { job, merge, tests, verification }: Merged,
  { signal, say }: HybridContext,
): ReturnType<HybridEffects['validate']> {
  say('runs all tests on the merged tree');
  const run = await runAll(treeRunner, merge.point.tree, await treeRunner.runners(job.base.tree), signal);
  const nothing = unmeasurable(run);
  if (nothing) return { type: 'unmeasured', reason: nothing };
  const functionsOf = (title: string): string[] =>
    tests.claim.tests
      .filter(({ name }) => name === title || name.endsWith(` > ${title}`))
      .flatMap(({ targets }) => targets);
  const failures = [
    ...brokenRuns(run),
    ...run.tests.filter(({ state }) => state === 'failed').map((test) => structured(test, functionsOf(test.title))),
  ];
  const passed = new Set(run.tests.filter(({ state }) => state === 'passed').map(({ id }) => id));
  const failed = new Set(failures.map(({ test }) => test));
  for (const { id, title } of verification.red)
    if (!passed.has(id) && !failed.has(id))
      failures.push({
        ...NOTHING,
        test: id,
        functions: functionsOf(title),
        kind: 'missing',
        message: 'it was red on the skeleton and did not run',
      });
  return failures.length > 0 ? { type: 'red', failures } : { type: 'green', passed: passed.size };
}

const NOTHING = { counterexample: null, expected: null, actual: null };
const MOST = 3_000;

const brokenRuns = ({ runs }: WholeRun): StructuredFailure[] =>
  runs.flatMap(({ result: { runner, outcome } }) =>
    outcome.type === 'broken'
      ? [
          {
            ...NOTHING,
            test: runner,
            functions: [],
            kind: outcome.kind,
            message: [outcome.message, ...outcome.failures.map(({ message }) => message)].join('\n').slice(0, MOST),
          },
        ]
      : [],
  );

const structured = ({ id, failure }: TestCase, functions: string[]): StructuredFailure => ({
  test: id,
  functions: [...new Set(functions)],
  kind: failure?.kind ?? 'unknown',
  message: (failure?.message ?? '').slice(0, MOST),
  counterexample: failure?.counterexample ?? null,
  expected: failure?.expected ?? null,
  actual: failure?.actual ?? null,
});
