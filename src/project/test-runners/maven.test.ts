import { describe, expect, it } from 'vitest';
import type { ExecResult } from '#contracts/exec.ts';
import { judgeReport } from './judge-report.ts';
import { profileFor } from './profiles.ts';

const maven = profileFor('maven');
const exec = (exitCode: number, text = ''): ExecResult => ({
  ...{ outcome: 'exited', exitCode, signal: null, durationMs: 1, leftovers: 0 },
  stdout: { text, bytes: text.length, truncated: false },
  stderr: { text: '', bytes: 0, truncated: false },
});
const request = { select: { type: 'all' as const }, root: '/project', reports: '/r' };
const run = (exitCode: number, text: string, reports: readonly string[] = []) =>
  judgeReport(maven, { request, exec: exec(exitCode, text), reports });

const REPORT = `<testsuite name="shop.CartTest" tests="3" errors="1" failures="1">
  <testcase name="sumsUp" classname="shop.CartTest" time="0.01"/>
  <testcase name="isWrong" classname="shop.CartTest" time="0">
    <failure message="expected: &lt;6&gt; but was: &lt;5&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <6> but was: <5>
	at org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
	at shop.CartTest.isWrong(CartTest.java:13)
]]></failure>
  </testcase>
  <testcase name="fails" classname="shop.CartTest$Inner" time="0">
    <error message="no prices" type="java.lang.IllegalStateException"><![CDATA[java.lang.IllegalStateException: no prices
	at java.base/java.util.Objects.requireNonNull(Objects.java:208)
	at shop.Cart.total(Cart.java:5)
	at shop.CartTest$Inner.fails(CartTest.java:17)
]]></error>
  </testcase>
</testsuite>`;

const error = (file: string, words: string): string =>
  `[INFO] BUILD FAILURE\n[ERROR] /project/${file}:[12,29] ${words}\n`;
const TEST = 'src/test/java/com/shop/CartTest.java';

describe('G10.17 Java through Maven', () => {
  it('tests are identified by the file of their class, and failures by their place in the project', () => {
    const { outcome, tests } = run(1, '', [REPORT]);
    expect(outcome).toEqual({ type: 'ran' });
    const file = 'src/test/java/shop/CartTest.java';
    expect(tests).toMatchObject([
      { file, suites: ['shop.CartTest'], title: 'sumsUp', state: 'passed' },
      { file, title: 'isWrong', failure: { kind: 'assertion', expected: '6', actual: '5', file, line: 13 } },
      { file, title: 'fails', failure: { kind: 'exception', file: 'src/main/java/shop/Cart.java', line: 5 } },
    ]);
  });

  it.each([
    ['cannot find symbol\n  symbol:   method largest(int,int)\n  location: class com.shop.Cart', 'missing-symbol'],
    ['package com.shop.money does not exist', 'missing-symbol'],
    ['package com.google.common does not exist', 'exception'],
    ['method total in class Cart cannot be applied to given types;', 'missing-symbol'],
    ["';' expected", 'syntax'],
  ])('what does not compile is told of with its reason: %s', (words, kind) => {
    const text = error(TEST, words);
    // Maven says it twice.
    const { outcome } = run(1, text + text);
    expect(outcome).toMatchObject({ type: 'broken', failures: [{ kind, file: TEST, line: 12 }] });
    expect(outcome.type === 'broken' && outcome.failures).toHaveLength(1);
  });

  it('a dependency that was never downloaded is not a fault of the work', () => {
    const said =
      '[ERROR] Plugin x:1 or one of its dependencies could not be resolved: Cannot access central in offline mode';
    expect(run(1, `[INFO] BUILD FAILURE\n${said}\n`).outcome).toMatchObject({
      ...{ type: 'infrastructure', message: expect.stringContaining('Plugin x:1') },
      next: expect.stringContaining('mvn test once'),
    });
  });

  it('selects classes by their whole name, and a row with the test it is of', () => {
    const args = (select: Parameters<typeof maven.plan>[0]['select']) =>
      maven.plan({ ...request, select }).command.args;
    expect(args({ type: 'files', files: [TEST, 'src/test/kotlin/AppTest.kt'] })).toContain(
      '-Dtest=com.shop.CartTest,AppTest',
    );
    expect(args({ type: 'test', file: TEST, suites: [], title: 'adds(int)[1]' })).toContain(
      '-Dtest=com.shop.CartTest#adds',
    );
    expect(args({ type: 'all' })).toContain('--offline');
  });
});
