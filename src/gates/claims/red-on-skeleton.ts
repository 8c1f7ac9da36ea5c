import { posix } from 'node:path';
import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestCase, TestEvidence, TestFailure } from '#contracts/test-run.ts';
import { firstLine } from '#contracts/text.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';

export interface SkeletonOrder {
  /** The skeleton, with the tests and nothing else. */
  readonly tree: TreeHash;
  readonly runner: ProjectRunner;
  readonly testPath: string;
  readonly implPath: string;
  readonly sentinel: string;
  /** The module with stubs that return nothing. */
  readonly returning: string;
  /** Tests that existed before and are unchanged, by suites and title: nothing is required of them here. */
  readonly kept: readonly (readonly string[])[];
}

/** One test and what made it fail. */
export interface RedTest {
  readonly id: string;
  readonly title: string;
  readonly by: 'sentinel' | 'assertion' | 'returning-stubs';
}

export type RedFindings =
  | { readonly type: 'unmeasured'; readonly reason: Refusal; readonly evidence: readonly EvidenceRef[] }
  | {
      readonly type: 'measured';
      readonly red: readonly RedTest[];
      readonly problems: readonly Refusal[];
      readonly evidence: readonly EvidenceRef[];
    };

/**
 * Runs tests on the skeleton: each must fail, and because behaviour is missing. A test that passes may be an honest
 * `toThrow` that only the sentinel satisfied; such tests run again against stubs that return.
 */
export async function redOnSkeleton(
  treeRunner: TreeRunner,
  order: SkeletonOrder,
  signal: AbortSignal,
): Promise<RedFindings> {
  const first = await runFile(treeRunner, order, order.tree, signal);
  const evidence = [first.evidence];
  const nothing = unusable(first.value, order);
  if (nothing) return { ...nothing, evidence };
  const tests = testsOf(first.value, order);
  if (tests.length === 0) {
    const none = refusal(order, 'NO_TEST_RAN', 'no new test ran', 'Write tests that the runner finds.');
    return { type: 'measured', red: [], problems: [none], evidence };
  }
  const red: RedTest[] = [];
  const problems: Refusal[] = [];
  const passed: TestCase[] = [];
  for (const test of tests) {
    if (test.state === 'passed') passed.push(test);
    else if (test.state === 'failed' && test.failure) {
      const by = redBy(test.failure, order);
      if (by === null) problems.push(wrongReason(test, test.failure, order));
      else red.push({ id: test.id, title: test.title, by });
    } else
      problems.push(refusal(order, 'TEST_MUTED', `${test.id} did not run (${test.state})`, 'Make it one that runs.'));
  }
  if (passed.length > 0) {
    const again = await runReturning(treeRunner, order, signal);
    evidence.push(again.evidence);
    const later = new Map(testsOf(again.value, order).map((test) => [test.id, test]));
    for (const test of passed) {
      if (later.get(test.id)?.state === 'failed') red.push({ id: test.id, title: test.title, by: 'returning-stubs' });
      else problems.push(trivial(test, order));
    }
  }
  return { type: 'measured', red, problems, evidence };
}

function runFile(treeRunner: TreeRunner, { runner, testPath }: SkeletonOrder, tree: TreeHash, signal: AbortSignal) {
  const file = runner.root === '.' ? testPath : posix.relative(runner.root, testPath);
  return treeRunner.test({ tree, runner, select: { type: 'files', files: [file] } }, signal);
}

async function runReturning(treeRunner: TreeRunner, order: SkeletonOrder, signal: AbortSignal) {
  const tree = await treeRunner.write(order.tree, new Map([[order.implPath, order.returning]]));
  return runFile(treeRunner, order, tree, signal);
}

function testsOf({ tests }: TestEvidence, { runner, testPath, kept }: SkeletonOrder): readonly TestCase[] {
  const old = new Set(kept.map((path) => path.join('\n')));
  return tests
    .filter(({ file }) => posix.join(runner.root, file) === testPath)
    .filter(({ suites, title }) => !old.has([...suites, title].join('\n')))
    .map((test) => (runner.root === '.' ? test : { ...test, id: `${runner.root}/${test.id}` }));
}

type Unusable = { type: 'unmeasured'; reason: Refusal } | { type: 'measured'; red: []; problems: Refusal[] };

/** A run that did not happen, or that broke before its tests: not red. */
function unusable({ outcome, runner }: TestEvidence, order: SkeletonOrder): Unusable | null {
  if (outcome.type === 'infrastructure')
    return { type: 'unmeasured', reason: { code: 'RUNNER_FAILED', message: outcome.message, next: outcome.next } };
  if (outcome.type === 'no-tests')
    return measured(refusal(order, 'NO_TEST_RAN', `${runner}: ${outcome.why}`, 'Write tests that the runner finds.'));
  if (outcome.type !== 'broken') return null;
  const said = [outcome.message, ...outcome.failures.map(({ message }) => message)].map((text) => firstLine(text));
  const message = `the tests do not run on the skeleton (${outcome.kind}): ${[...new Set(said)].join('; ')}`;
  return measured(
    refusal(order, 'RED_BROKEN', message, 'The file must load with the current module: import only what exists.'),
  );
}

const measured = (problem: Refusal): Unusable => ({ type: 'measured', red: [], problems: [problem] });

/** The sentinel, or an assertion about the return value; a failed property counts by its cause. */
function redBy(failure: TestFailure, { sentinel }: SkeletonOrder): 'sentinel' | 'assertion' | null {
  if (failure.message.includes(sentinel)) return 'sentinel';
  return failure.kind === 'assertion' ? 'assertion' : null;
}

const wrongReason = (test: TestCase, failure: TestFailure, order: SkeletonOrder): Refusal =>
  refusal(
    order,
    'RED_WRONG_REASON',
    `${test.id} fails by ${failure.kind}${failure.line === undefined ? '' : ` at line ${failure.line}`}: ${firstLine(failure.message)}`,
    'It must fail because the behaviour is missing: on an assertion, or in a function that is not written yet.',
  );

const trivial = (test: TestCase, order: SkeletonOrder): Refusal =>
  refusal(
    order,
    'RED_PASSES',
    `${test.id} passes on the skeleton, where no function does anything`,
    'Assert what the functions give back, so that it can only pass once they do.',
  );

const refusal = ({ testPath }: SkeletonOrder, code: string, message: string, next: string): Refusal => ({
  code,
  message,
  next,
  file: testPath,
});
