import { describe, expect, it } from 'vitest';
import type { ExecResult } from '#contracts/exec.ts';
import { cargoTest } from './cargo-test.ts';
import { judgeReport } from './judge-report.ts';

const text = (said: string) => ({ text: said, bytes: said.length, truncated: false });
const STDERR = `     Running tests/all/main.rs (target/debug/deps/all-1)

thread 'doctype::deep' has overflowed its stack
fatal runtime error: stack overflow
error: test failed, to rerun pass \`--test all\`
`;
const exec = (stdout: string, stderr: string): ExecResult => ({
  ...{ outcome: 'exited', exitCode: 101, signal: null, durationMs: 1, leftovers: 0 },
  ...{ stdout: text(stdout), stderr: text(stderr) },
});

describe('G3.1 a stack that overflows in Rust', () => {
  const judge = (stderr: string) => {
    const stdout = 'running 3 tests\ntest doctype::flat ... ok\n';
    const request = { select: { type: 'all' as const }, root: '/project', reports: '/reports' };
    return judgeReport(cargoTest, { request, exec: exec(stdout, stderr), reports: [stdout] });
  };
  it('is laid at the door of its test, and the run is not believed for the rest', () => {
    const { outcome, tests } = judge(STDERR);
    expect(outcome).toMatchObject({ type: 'broken', kind: 'crash', failures: [{ file: 'tests/all/main.rs' }] });
    expect(tests.map(({ id, state }) => `${id}: ${state}`)).toEqual([
      'tests/all/main.rs > doctype > flat: passed',
      'tests/all/main.rs > doctype > deep: failed',
    ]);
  });
  it('is distinguished from a process that simply exited', () => {
    expect(judge(STDERR.replace(/thread.*\n/, '')).outcome).toMatchObject({ type: 'broken', kind: 'report' });
  });
});
