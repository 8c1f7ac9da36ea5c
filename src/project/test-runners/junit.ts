import { posix } from 'node:path';
import type { TestRunOutcome, TestSelection } from '#contracts/test-run.ts';
import type { FinishedRun, ParsedReport, ReportSource } from './adapter.ts';
import { junitFailure } from './junit-failure.ts';
import { type JunitCase, parseJunit } from './junit-xml.ts';
import { NO_TRACES, REPORT_ONLY, type RunnerProfile, type RunnerTraces } from './profile.ts';
import { fromRoot, withIds } from './test-id.ts';

/** A runner that writes JUnit XML: everything there is to know about it. */
export interface JunitRunner
  extends Partial<Omit<RunnerTraces, 'runner'>>,
    Pick<RunnerProfile, 'runner' | 'found' | 'startedBy'> {
  readonly lines?: readonly string[];
  readonly launch: readonly [string, ...string[]];
  readonly install: string;
  /** Arguments for a selection; null where the runner cannot select this way. */
  args(select: TestSelection, report: string): readonly string[];
  /** Where the report is written, when it cannot be redirected to our folder. */
  readonly report?: Extract<ReportSource, { from: 'project' }>;
  readonly testFile: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  /** Where a case is defined, and where it failed, for runners that name classes. */
  placed?(found: JunitCase): Placed;
  /** What a missing report means for this runner, before the general reasons. */
  explained?(run: FinishedRun): TestRunOutcome | null;
}

export interface Placed {
  readonly file: string;
  readonly failedAt: { readonly file: string; readonly line: number } | null;
}

/** The fallback: any runner that writes JUnit XML, described by one row of a table. */
export const junitProfile = ({ placed, explained, ...row }: JunitRunner): RunnerProfile => ({
  ...NO_TRACES,
  family: 'other',
  lines: [],
  ...row,
  ...REPORT_ONLY,
  isTestFile: (path) => row.testFile.test(path),
  parse: (run) => parse(run, placed),
  explain: (run) => explained?.(run) ?? explain(run),
  plan: ({ select, reports, launch = row.launch, timeoutMs }) => {
    const [program, ...before] = launch;
    return {
      command: {
        program,
        args: [...before, ...row.args(select, posix.join(reports, 'report.xml'))],
        env: { CI: '1', TERM: 'dumb', ...row.env },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      },
      report: row.report ?? { from: 'file', name: 'report.xml' },
      supply: {},
    };
  },
});

function parse({ reports, request: { root } }: FinishedRun, placed?: JunitRunner['placed']): ParsedReport {
  const read = reports.map(parseJunit);
  const bad = read.find((result) => !result.ok);
  if (bad) return { tests: [], files: [], failures: [], unbelievable: `the report does not read: ${bad.why}` };
  const good = read.flatMap((result) => (result.ok ? [result.report] : []));
  const all = good.flatMap((report) => report.cases);
  // A file that did not load has no test to name.
  const unloaded = all.filter(({ name, failure, error }) => name === '' && (failure ?? error) !== null);
  const cases = all.filter((found) => !unloaded.includes(found));
  const claimed = good.reduce((sum, report) => sum + (report.claimed ?? report.cases.length), 0);
  return {
    tests: withIds(cases.map((found) => testOf(found, root, placed))),
    // Most dialects name classes, not files; so no file can be found missing.
    files: [],
    failures: [
      ...unloaded.flatMap((found) => testOf(found, root, placed).failure ?? []),
      ...good.flatMap((report) =>
        report.suiteErrors.map((problem) => ({
          ...junitFailure(problem, true),
          message: `${problem.suite}: ${problem.message || problem.text.trim()}`,
        })),
      ),
    ],
    ...(claimed > all.length ? { unbelievable: `the report says ${claimed} tests and contains ${all.length}` } : {}),
  };
}

function testOf(found: JunitCase, root: string, placed?: JunitRunner['placed']) {
  const problem = found.failure ?? found.error;
  const failure = problem ? junitFailure(problem, found.failure === null) : null;
  const place = placed?.(found);
  const file = place?.file ?? (found.file === '' ? '' : fromRoot(root, found.file));
  const line = found.line === null ? {} : { line: found.line };
  return {
    file: file || (found.classname || found.suites.at(-1) || '').replace(/^\.\//, ''),
    suites: file && found.classname ? [found.classname] : [],
    title: found.name,
    state: failure ? ('failed' as const) : stateOf(found),
    durationMs: found.seconds * 1000,
    ...(failure ? { failure: { ...failure, ...(file ? { file, ...line } : {}), ...place?.failedAt } } : {}),
  };
}

const stateOf = ({ skipped }: JunitCase): 'passed' | 'skipped' | 'todo' => {
  if (!skipped) return 'passed';
  return /\b(todo|pending|not implemented|incomplete)\b/i.test(`${skipped.type} ${skipped.message}`)
    ? 'todo'
    : 'skipped';
};

function explain({ exec }: FinishedRun): TestRunOutcome | null {
  const said = `${exec.stderr.text}\n${exec.stdout.text}`;
  const none = /No tests (executed|found|were found|to run)[^\n]*|No test files? found|0 examples, 0 failures/i.exec(
    said,
  );
  return none ? { type: 'no-tests', why: none[0] } : null;
}
