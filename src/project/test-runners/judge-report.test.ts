import { describe, expect, it } from 'vitest';
import type { ExecResult } from '#contracts/exec.ts';
import type { RunRequest } from './adapter.ts';
import { goTest } from './go-test.ts';
import { jest } from './jest.ts';
import { judgeReport } from './judge-report.ts';
import { pytest } from './pytest.ts';
import { vitest } from './vitest.ts';

const output = (text = '') => ({ text, bytes: text.length, truncated: false });
const exec = (more: Partial<ExecResult> = {}): ExecResult => ({
  outcome: 'exited',
  exitCode: 0,
  signal: null,
  durationMs: 1,
  stdout: output(),
  stderr: output(),
  leftovers: 0,
  ...more,
});
const request: RunRequest = { select: { type: 'all' }, root: '/project', reports: '/reports' };
const test = (title: string, state = 'passed', error?: object) => ({ suites: [], title, state, ms: 1, error });
const report = (tests: object[], more: object = {}) =>
  JSON.stringify({ assay: 1, unhandled: [], files: [{ file: '/project/a.test.js', tests, errors: [] }], ...more });
const vitestRun = (reports: string[], how: Partial<ExecResult> = {}, ask: Partial<RunRequest> = {}, expected = {}) =>
  judgeReport(vitest, { request: { ...request, ...ask }, exec: exec(how), reports }, expected).outcome;

it('a name may be anything that jest takes for one', () => {
  const named = { ancestorTitles: [7], title: ['Dec', 'Jan'], status: 'passed' };
  const suite = { name: '/project/a.test.js', status: 'passed', message: '', assertionResults: [named] };
  const told = JSON.stringify({ success: true, numTotalTests: 1, testResults: [suite] });
  const { tests } = judgeReport(jest, { request, exec: exec(), reports: [told] });
  expect(tests).toMatchObject([{ suites: ['7'], title: 'Dec,Jan' }]);
});

describe('a run is not believed', () => {
  it('that ended well and left no report', () => {
    expect(vitestRun([])).toMatchObject({ type: 'broken', kind: 'report' });
    expect(judgeReport(pytest, { request, exec: exec(), reports: [] }).outcome).toMatchObject({
      type: 'broken',
      kind: 'report',
    });
  });

  it('and says what went wrong, however long the stack below it', () => {
    const frames = Array.from({ length: 20 }, (_, at) => `    at load (node:internal/modules/esm/loader:${at}:56)`);
    const said = ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'esbuild'", ...frames, "  code: 'x'", '}'].join(
      '\n',
    );
    for (const below of ['', `\nvar a=1;${'b();'.repeat(5_000)}`])
      expect(vitestRun([], { exitCode: 1, stderr: output(said + below) })).toMatchObject({
        message: expect.stringContaining("Cannot find package 'esbuild'"),
      });
  });

  it('with an incomplete report', () => {
    expect(vitestRun([report([test('a')]).slice(0, -20)])).toMatchObject({ type: 'broken', kind: 'report' });
    const xml =
      '<testsuites><testsuite name="pytest" tests="2"><testcase classname="test_a" name="test_a" file="test_a.py"/>';
    expect(judgeReport(pytest, { request, exec: exec(), reports: [xml] }).outcome).toMatchObject({
      type: 'broken',
      kind: 'report',
    });
    expect(judgeReport(jest, { request, exec: exec(), reports: ['{"success":true'] }).outcome).toMatchObject({
      kind: 'report',
    });
    const go =
      '{"Action":"run","Package":"x","Test":"TestA"}\n{"Action":"pass","Package":"x","Test":"TestA"}\n{"Action":"run","Package":"x","Test":"TestB"}\n';
    expect(judgeReport(goTest, { request, exec: exec(), reports: [go] }).outcome).toMatchObject({ kind: 'report' });
  });

  it('names a Go test by its folder below the module, also if all packages are in one folder', () => {
    const event = (pkg: string, more: object) => JSON.stringify({ Package: `example.org/shop/${pkg}`, ...more });
    const go = ['cmp', 'cmp/diff']
      .flatMap((pkg) => [
        event(pkg, { Action: 'run', Test: 'TestA' }),
        event(pkg, { Action: 'pass', Test: 'TestA' }),
        event(pkg, { Action: 'pass' }),
      ])
      .join('\n');
    const run = { request, exec: exec(), reports: [go] };
    const told = (read: string | null) => judgeReport(goTest, { ...run, read }).tests.map(({ file }) => file);
    expect(told('// The shop.\nmodule example.org/shop\n\ngo 1.19\n')).toEqual(['cmp', 'cmp/diff']);
    expect(told(null)).toEqual(['.', 'diff']);
  });

  it('whose exit code and report disagree', () => {
    expect(vitestRun([report([test('a', 'failed', { message: 'no' })])])).toMatchObject({
      type: 'broken',
      kind: 'report',
    });
    expect(vitestRun([report([test('a')])], { exitCode: 1 })).toMatchObject({ type: 'broken', kind: 'report' });
  });

  it('that lacks an expected test, or a requested file', () => {
    const asked = { select: { type: 'files' as const, files: ['a.test.js', 'b.test.js'] } };
    expect(vitestRun([report([test('a')])], {}, {}, { tests: ['a.test.js > a', 'a.test.js > gone'] })).toMatchObject({
      type: 'broken',
      message: expect.stringContaining('a.test.js > gone'),
    });
    expect(vitestRun([report([test('a')])], {}, asked)).toMatchObject({
      message: expect.stringContaining('b.test.js'),
    });
    expect(vitestRun([report([test('a')])], {}, {}, { tests: ['a.test.js > a'] })).toEqual({ type: 'ran' });
  });

  it('in which something failed outside of a test', () => {
    const unhandled = report([test('a')], { unhandled: [{ name: 'Error', message: 'nobody caught me' }] });
    expect(vitestRun([unhandled], { exitCode: 1 })).toMatchObject({
      type: 'broken',
      kind: 'exception',
      message: 'nobody caught me',
    });
  });

  it('that was killed, even if it left a report', () => {
    const green = [report([test('a')])];
    expect(vitestRun(green, { outcome: 'timed-out' }, { timeoutMs: 2_000 })).toMatchObject({
      kind: 'time-out',
      message: expect.stringContaining('2 s'),
    });
    expect(vitestRun(green, { outcome: 'too-much-output' })).toMatchObject({ type: 'broken', kind: 'flood' });
    expect(vitestRun(green, { outcome: 'signalled', exitCode: null, signal: 'SIGKILL' })).toMatchObject({
      kind: 'crash',
    });
    expect(vitestRun(green, { outcome: 'over-limit', limit: 'memory' })).toMatchObject({
      kind: 'crash',
      message: expect.stringContaining('memory'),
    });
    expect(vitestRun(green, { exitCode: 137 })).toMatchObject({ kind: 'crash' });
    expect(vitestRun(green, { outcome: 'aborted' })).toMatchObject({ type: 'infrastructure' });
  });
});

describe('a runner that is not there', () => {
  it('is an infrastructure failure, with the next step', () => {
    const gone = { type: 'infrastructure', next: expect.stringContaining('Install') };
    expect(vitestRun([], { outcome: 'unstartable', exitCode: null })).toMatchObject(gone);
    expect(vitestRun([], { exitCode: 127, stderr: output('sh: vitest: not found') })).toMatchObject(gone);
    const module = exec({ exitCode: 1, stderr: output('/usr/bin/python3: No module named pytest') });
    expect(judgeReport(pytest, { request, exec: module, reports: [] }).outcome).toMatchObject(gone);
  });
});

describe('G3.12 no tests', () => {
  it('is the outcome of a run of skipped and todo tests', () => {
    expect(vitestRun([report([test('a', 'skipped'), test('b', 'todo')])])).toMatchObject({ type: 'no-tests' });
  });

  it('is the outcome for an unknown name, whatever else ran', () => {
    const select = { type: 'test' as const, file: 'a.test.js', suites: [], title: 'b' };
    expect(vitestRun([report([test('a')])], {}, { select })).toEqual({
      type: 'no-tests',
      why: 'no test is called "b"',
    });
  });
});

describe('names', () => {
  it('are unique, also where a project uses one twice', () => {
    const { tests } = judgeReport(vitest, { request, exec: exec(), reports: [report([test('a'), test('a')])] });
    expect(tests.map(({ id }) => id)).toEqual(['a.test.js > a', 'a.test.js > a (2)']);
  });
});
