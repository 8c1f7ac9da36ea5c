import { posix } from 'node:path';
import type { EvidenceRef, Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestCase, TestEvidence, TestSelection } from '#contracts/test-run.ts';
import { summaryOf } from '../test-summary.ts';
import type { Measured, ProjectRunner, TreeRunner } from '../tree-runner.ts';

/** A run of every runner of the project, as one. */
export interface WholeRun {
  readonly runs: readonly { readonly runner: ProjectRunner; readonly result: TestEvidence }[];
  /** Paths from the project's top. */
  readonly tests: readonly TestCase[];
  readonly evidence: readonly EvidenceRef[];
  /** For people and agents: each runner's message. */
  readonly output: string;
}

export interface RunAllOptions {
  /** The test files that matter, where not all do. */
  readonly only?: readonly string[] | undefined;
  /** How one runner's tests are run, where it is not the default. */
  readonly test?: (runner: ProjectRunner) => Promise<Measured<TestEvidence>>;
}

export async function runAll(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runners: readonly ProjectRunner[],
  signal: AbortSignal,
  { only, test }: RunAllOptions = {},
): Promise<WholeRun> {
  const runs = [];
  const evidence: EvidenceRef[] = [];
  for (const runner of await withTests(treeRunner, tree, runners)) {
    const files = only?.filter((path) => runner.isTestFile(path)).map((path) => posix.relative(runner.root, path));
    if (files?.length === 0) continue;
    const select: TestSelection = files ? { type: 'files', files } : { type: 'all' };
    const measured = test ? test(runner) : treeRunner.test({ tree, runner, select }, signal);
    const { value, evidence: kept } = await measured;
    runs.push({ runner, result: value });
    evidence.push(kept);
  }
  const tests = runs.flatMap(testsOfRun);
  return { runs, tests, evidence, output: runs.map(({ result }) => report(result)).join('\n\n') };
}

/**
 * A part of the project without tests (an example, a plug-in's manifest) has nothing to run; the project itself must.
 */
export async function withTests(
  treeRunner: TreeRunner,
  tree: TreeHash,
  runners: readonly ProjectRunner[],
): Promise<readonly ProjectRunner[]> {
  if (runners.length < 2) return runners;
  const files = await treeRunner.list(tree);
  // All of Rust's tests may be in source files.
  const full = runners.filter(
    ({ runner, root, isTestFile }) => root === '.' || runner === 'cargo test' || files.some((path) => isTestFile(path)),
  );
  return full.length === 0 ? runners : full;
}

/** With their names from the project's top. */
export const testsOfRun = ({ runner, result }: WholeRun['runs'][number]): TestCase[] =>
  result.tests.map((test) => fromTop(test, runner));

const fromTop = (test: TestCase, { root }: ProjectRunner): TestCase =>
  root === '.' ? test : { ...test, file: `${root}/${test.file}`, id: `${root}/${test.id}` };

/** Why a run says nothing about the work: not a failure of the agent's. */
export function unmeasurable({ runs }: WholeRun): Refusal | null {
  if (runs.length === 0) {
    const next =
      'Name the runner as "test" in .assay/config.json, and commit that on main. docs/languages.md has those that Assay knows.';
    return { code: 'NO_RUNNER', message: 'no test runner that Assay knows was found in this project', next };
  }
  for (const { result } of runs) {
    if (result.outcome.type === 'infrastructure') {
      return { code: 'RUNNER_FAILED', message: result.outcome.message, next: result.outcome.next };
    }
  }
  return null;
}

/** A run that our limit ended: neither right nor wrong, so it does not count. */
export function overran({ runs }: WholeRun): Refusal | null {
  for (const { result } of runs) {
    const { outcome } = result;
    if (outcome.type === 'broken' && outcome.kind === 'time-out' && outcome.failures.length === 0)
      return {
        code: 'TIME_LIMIT',
        message: outcome.message,
        next: 'This was not counted. If the change makes the tests hang, fix that. If they need longer, a person sets "timeout" (seconds) of "test" in .assay/config.json; by default the limit is ten times what main took, and at least ten minutes.',
      };
  }
  return null;
}

const MOST_SHOWN = 20;

/** A report that names every failure with its expected and actual value. */
function report(result: TestEvidence): string {
  const failed = result.tests.filter(({ state }) => state === 'failed');
  const lines = failed.slice(0, MOST_SHOWN).map(({ id, failure }) => {
    const seen = [failure?.message, failure?.counterexample && `counterexample: ${failure.counterexample}`];
    return `✗ ${id}\n${indent(seen.filter(Boolean).join('\n'))}`;
  });
  const { outcome } = result;
  const broken =
    outcome.type === 'broken'
      ? [
          ...(outcome.failures.some(({ message }) => message === outcome.message) ? [] : [outcome.message]),
          ...outcome.failures.map(({ file, message }) => (file === undefined ? message : `${file}: ${message}`)),
        ]
      : [];
  return [
    summaryOf(result),
    ...broken,
    ...lines,
    ...(failed.length > MOST_SHOWN ? [`… and ${failed.length - MOST_SHOWN} more`] : []),
    ...(result.said ? [`--- what ${result.runner} printed`, result.said] : []),
    ...(outcome.type === 'ran' ? [] : (result.notes ?? []).map((note) => `note: ${note}`)),
  ].join('\n');
}

const indent = (text: string): string => text.replace(/^/gm, '  ');
