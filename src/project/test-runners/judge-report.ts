import type { TestCase, TestFailure, TestRunOutcome, TestSelection } from '#contracts/test-run.ts';
import type { FinishedRun, ParsedReport, TestAdapter } from './adapter.ts';

export interface ExpectedTests {
  /** Ids of tests that must be in the report, whatever their state. */
  readonly tests?: readonly string[];
}

export interface JudgedReport {
  readonly outcome: TestRunOutcome;
  readonly tests: readonly TestCase[];
}

/**
 * Compares the report with how the run ended and what was requested. Only a consistent run is `ran`; anything that
 * could hide an unmeasured test is not.
 */
export function judgeReport(adapter: TestAdapter, run: FinishedRun, expected: ExpectedTests = {}): JudgedReport {
  const ended = endedByForce(adapter, run);
  if (ended && run.reports.length === 0) return { outcome: ended, tests: [] };
  if (run.reports.length === 0) return { outcome: adapter.explain(run) ?? noReport(adapter, run), tests: [] };
  const report = adapter.parse(run);
  const outcome = ended ?? judge(adapter, run, report, expected);
  return { outcome, tests: report.tests };
}

function judge(adapter: TestAdapter, run: FinishedRun, report: ParsedReport, expected: ExpectedTests): TestRunOutcome {
  const [first] = report.failures;
  if (first) return brokenBy(first, report.failures);
  if (report.unbelievable !== undefined) {
    // The runner's output explains more than a report that cannot be read.
    const said = report.tests.length === 0 ? adapter.explain(run) : null;
    return said ?? broken('report', report.unbelievable);
  }
  const asked = report.tests.filter((test) => isSelected(test, run.request.select));
  if (asked.every(({ state }) => state === 'skipped' || state === 'todo')) return noneRan(adapter, run, report, asked);
  return atOdds(run, report) ?? unmeasured(adapter, run, report, expected) ?? { type: 'ran' };
}

function endedByForce({ runner, install }: TestAdapter, { exec, request }: FinishedRun): TestRunOutcome | null {
  switch (exec.outcome) {
    case 'exited':
      // How a shell, or a sandbox, reports a missing program.
      return exec.exitCode === 127 ? missing(runner, install, exec.stderr.text) : crashCode(runner, exec.exitCode);
    case 'unstartable':
      // Without isolation the runner was not even searched for.
      if (exec.error?.code === 'SANDBOX_UNAVAILABLE')
        return {
          type: 'infrastructure',
          message: exec.error.message,
          next: `${exec.error.next ?? ''} ${UNSANDBOXED}`.trim(),
        };
      return missing(runner, install, exec.error?.message ?? exec.stderr.text);
    case 'timed-out': {
      const limit = request.timeoutMs === undefined ? '' : ` of ${request.timeoutMs / 1000} s`;
      return broken(
        'time-out',
        `${runner} was still running at its time limit${limit}; it was ended with its processes`,
      );
    }
    case 'too-much-output':
      return broken(
        'flood',
        `${runner} said more than its limit (${exec.stdout.bytes + exec.stderr.bytes} bytes); ended`,
      );
    case 'over-limit':
      return broken('crash', `${runner} was ended at its limit of ${exec.limit ?? 'resources'}`);
    case 'aborted':
      return { type: 'infrastructure', message: `${runner} was stopped from outside`, next: 'Run it again.' };
    case 'signalled':
      return broken('crash', `${runner} was killed by ${exec.signal ?? 'a signal'}`);
  }
}

const UNSANDBOXED =
  'Or a person allows it without: "measure": "unsandboxed" in ~/.assay/config.json (docs/workspaces.md says what that costs).';

/** 128 + signal: a sandbox or a shell between us and the runner. */
function crashCode(runner: string, code: number | null): TestRunOutcome | null {
  if (code === null || code <= 128 || code > 128 + 31) return null;
  return broken('crash', `${runner} ended with exit code ${code} (signal ${code - 128})`);
}

export const missing = (runner: string, install: string, seen: string): TestRunOutcome => ({
  type: 'infrastructure',
  message: `${runner} could not be started: ${lastLines(seen) || 'not found'}`,
  next: install,
});

function noReport({ runner }: TestAdapter, { exec }: FinishedRun): TestRunOutcome {
  const said = lastLines(exec.stderr.text || exec.stdout.text);
  return broken('report', `${runner} ended with exit code ${exec.exitCode} and left no report${said && `: ${said}`}`);
}

function noneRan(
  adapter: TestAdapter,
  run: FinishedRun,
  report: ParsedReport,
  asked: readonly TestCase[],
): TestRunOutcome {
  const said = report.tests.length === 0 ? adapter.explain(run) : null;
  if (said) return said;
  const { select } = run.request;
  if (asked.length > 0) return { type: 'no-tests', why: `skipped or todo: ${some(asked.map(({ id }) => id))}` };
  if (select.type === 'test') {
    return { type: 'no-tests', why: `no test is called "${[...select.suites, select.title].join(' > ')}"` };
  }
  const empty = report.emptyFiles ?? [];
  if (empty.length > 0) return { type: 'no-tests', why: `no test in ${some(empty)}` };
  return { type: 'no-tests', why: `${adapter.runner} found no test to run` };
}

/** Whether a test is the requested one, or a part of it. Go writes spaces as underscores. */
function isSelected(test: TestCase, select: TestSelection): boolean {
  if (select.type !== 'test') return true;
  const names = [...test.suites, test.title];
  const path = [...select.suites, select.title].flatMap((name, at) => (names[at] === name ? [name] : name.split('/')));
  return path.every((name, at) => names[at] === name || names[at] === name.replaceAll(' ', '_'));
}

/** Exit code and report must agree. */
function atOdds({ exec }: FinishedRun, { tests }: ParsedReport): TestRunOutcome | null {
  const failed = tests.filter(({ state }) => state === 'failed').length;
  if (exec.exitCode === 0 && failed > 0) {
    return broken('report', `exit code 0, though the report has ${failed} failed`);
  }
  if (exec.exitCode !== 0 && failed === 0) {
    const said = lastLines(exec.stderr.text || exec.stdout.text);
    return broken('report', `exit code ${exec.exitCode}, though no test in the report failed: ${said}`);
  }
  return null;
}

function unmeasured(
  adapter: TestAdapter,
  { request: { select } }: FinishedRun,
  report: ParsedReport,
  expected: ExpectedTests,
): TestRunOutcome | null {
  const told = new Set(report.tests.map(({ id }) => id));
  const lost = (expected.tests ?? []).filter((id) => !told.has(id));
  if (lost.length > 0) return broken('report', `expected and not in the report: ${some(lost)}`);
  // When all files run, some may only be helpers; a file that was requested must have tests.
  const empty = select.type === 'all' ? [] : (report.emptyFiles ?? []);
  if (empty.length > 0) return broken('report', `no test in ${some(empty)}`);
  if (select.type !== 'files' || report.files.length === 0) return null;
  const nameOf = adapter.nameOf ?? ((file: string) => file);
  const unseen = select.files.filter((file) => !report.files.includes(nameOf(file)));
  return unseen.length > 0 ? broken('report', `asked for and not in the report: ${some(unseen)}`) : null;
}

function brokenBy(first: TestFailure, failures: readonly TestFailure[]): TestRunOutcome {
  const place = first.file === undefined ? '' : `${first.file}${first.line === undefined ? '' : `:${first.line}`}: `;
  const more = failures.length === 1 ? '' : ` (and ${failures.length - 1} more)`;
  return { type: 'broken', kind: first.kind, message: `${place}${first.message}${more}`, failures: [...failures] };
}

export const broken = (
  kind: Extract<TestRunOutcome, { type: 'broken' }>['kind'],
  message: string,
  failures: TestFailure[] = [],
): TestRunOutcome => ({ type: 'broken', kind, message, failures });

const some = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;

/** Stack frames are left out and bundled code is cut, so that they do not push out the line with the error. */
export const lastLines = (text: string): string =>
  text
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at .*(?:\(.*\)|:\d+:\d+\)?)(?: \{)?$/.test(line))
    .slice(-8)
    .map((line) => line.slice(0, LONGEST_LINE))
    .join('\n')
    .slice(-1_000);
const LONGEST_LINE = 300;
