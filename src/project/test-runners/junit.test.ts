import { describe, expect, it } from 'vitest';
import type { ExecResult } from '#contracts/exec.ts';
import type { TestSelection } from '#contracts/test-run.ts';
import { fixtureText, localExec, project } from './fixtures/live.ts';
import { judgeReport } from './judge-report.ts';
import { parseJunit } from './junit-xml.ts';
import { localReports } from './local-reports.ts';
import { profileFor } from './profiles.ts';
import { runTests } from './run-tests.ts';

const output = { text: '', bytes: 0, truncated: false };
const exec = (exitCode: number): ExecResult => ({
  outcome: 'exited',
  exitCode,
  signal: null,
  durationMs: 1,
  stdout: output,
  stderr: output,
  leftovers: 0,
});
const run = (xml: string, exitCode: number, runner = 'swift test') =>
  judgeReport(profileFor(runner), {
    request: { select: { type: 'all' }, root: '/project', reports: '/r' },
    exec: exec(exitCode),
    reports: [xml],
  });

const NESTED = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="CartTest" file="/project/tests/CartTest.swift" tests="5" assertions="3" errors="2" failures="1" skipped="1">
    <testcase name="testPasses" file="/project/tests/CartTest.swift" line="9" class="CartTest" classname="CartTest" time="0.001"/>
    <testcase name="testWrong" file="/project/tests/CartTest.swift" line="12" classname="CartTest" time="0.002">
      <failure type="AssertionFailed">testWrong
Expected: 2
Actual: 3</failure>
    </testcase>
    <testcase name="testThrows" file="/project/tests/CartTest.swift" line="16" classname="CartTest" time="0">
      <error type="RuntimeException">out of stock</error>
    </testcase>
    <testcase name="testLacks" file="/project/tests/CartTest.swift" line="20" classname="CartTest" time="0">
      <error type="Error">NoSuchMethodError: discount()</error>
    </testcase>
    <testcase name="testSkipped" file="/project/tests/CartTest.swift" line="24" classname="CartTest" time="0"><skipped/></testcase>
  </testsuite>
</testsuites>`;

describe('JUnit XML', () => {
  it('is read to the same outcome', () => {
    const { outcome, tests } = run(NESTED, 2);
    expect(outcome).toEqual({ type: 'ran' });
    expect(tests.map(({ title, state, failure }) => [title, state, failure?.kind])).toEqual([
      ['testPasses', 'passed', undefined],
      ['testWrong', 'failed', 'assertion'],
      ['testThrows', 'failed', 'exception'],
      ['testLacks', 'failed', 'missing-symbol'],
      ['testSkipped', 'skipped', undefined],
    ]);
    expect(tests[1]?.failure).toMatchObject({ expected: '2', actual: '3', file: 'tests/CartTest.swift', line: 12 });
  });

  it('of Gradle is read with nested names and expected values', () => {
    const xml = `<testsuite name="com.example.OrderTest" tests="1" errors="0" failures="1">
      <properties><property name="a" value="b"/></properties>
      <testcase name="total" classname="com.example.OrderTest" time="0.01">
        <failure message="expected: &lt;2&gt; but was: &lt;3&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <2> but was: <3>]]></failure>
        <system-out><![CDATA[<testcase name="forged"/>]]></system-out>
      </testcase></testsuite>`;
    const { tests } = run(xml, 1, 'gradle');
    expect(tests).toMatchObject([
      { id: 'com.example.OrderTest > total', failure: { kind: 'assertion', expected: '2', actual: '3' } },
    ]);
  });

  it('that announces more tests than it contains, or is not well-formed, is not believed', () => {
    expect(run('<testsuite tests="3"><testcase name="a"/></testsuite>', 0).outcome).toMatchObject({
      type: 'broken',
      kind: 'report',
    });
    expect(run(NESTED.slice(0, -30), 2).outcome).toMatchObject({ type: 'broken', kind: 'report' });
    expect(run('<html/>', 0).outcome).toMatchObject({ type: 'broken', kind: 'report' });
    expect(
      run('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuite><testcase name="&a;"/></testsuite>', 0)
        .outcome,
    ).toMatchObject({ type: 'broken' });
  });

  it('without tests says so', () => {
    expect(run('<testsuites/>', 0).outcome).toMatchObject({ type: 'no-tests' });
  });

  it('keeps skips apart from passes, and errors of a suite apart from its tests', () => {
    const read = parseJunit(
      '<testsuite name="s" tests="1"><error message="no fork"/><testcase name="a"><skipped message="todo"/></testcase></testsuite>',
    );
    expect(read).toMatchObject({
      ok: true,
      report: { suiteErrors: [{ suite: 's', message: 'no fork' }], cases: [{ skipped: { message: 'todo' } }] },
    });
    expect(
      run('<testsuite name="s"><error message="no fork"/><testcase name="a"/></testsuite>', 1).outcome,
    ).toMatchObject({ type: 'broken' });
  });
});

const hasBats = (await localExec('/')({ program: 'bats', args: ['--version'] })).exitCode === 0;

describe.runIf(hasBats)('bats, live', () => {
  const runBats = async (select: TestSelection) => {
    await using home = await project(await fixtureText('projects/bats.txtar'));
    await using place = await localReports(home.root);
    return await runTests({
      adapter: profileFor('bats'),
      request: { select, root: home.root },
      place,
      exec: localExec(home.root),
    });
  };
  const file = (name: string): TestSelection => ({ type: 'files', files: [name] });

  it('is read to the same outcome', async () => {
    const { outcome, tests } = await runBats(file('mixed.bats'));
    expect(outcome).toEqual({ type: 'ran' });
    expect(tests.map(({ id, state, failure }) => [id, state, failure?.kind, failure?.line])).toEqual([
      ['mixed.bats > passes', 'passed', undefined, undefined],
      ['mixed.bats > is wrong', 'failed', 'assertion', 4],
      ['mixed.bats > lacks', 'failed', 'missing-symbol', 6],
      ['mixed.bats > is skipped', 'skipped', undefined, undefined],
    ]);
  });

  it('distinguishes one test, no tests and a file that does not parse', async () => {
    const one = await runBats({ type: 'test', file: 'mixed.bats', suites: [], title: 'passes' });
    expect(one).toMatchObject({ outcome: { type: 'ran' }, tests: [{ title: 'passes', state: 'passed' }] });
    expect((await runBats(file('empty.bats'))).outcome.type).toBe('no-tests');
    expect((await runBats(file('syntax.bats'))).outcome).toMatchObject({ type: 'broken', kind: 'syntax' });
    expect((await runBats({ type: 'all' })).tests.map(({ id }) => id)).toContain('green.bats > holds');
  });
});
