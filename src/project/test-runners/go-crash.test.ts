import { describe, expect, it } from 'vitest';
import type { ExecResult } from '#contracts/exec.ts';
import { goTest } from './go-test.ts';
import { judgeReport } from './judge-report.ts';

const text = (said: string) => ({ text: said, bytes: said.length, truncated: false });
const exec = (stdout: string): ExecResult => ({
  ...{ outcome: 'exited', exitCode: 1, signal: null, durationMs: 1, leftovers: 0 },
  ...{ stdout: text(stdout), stderr: text('') },
});
const event = (of: Record<string, unknown>): string => JSON.stringify({ Package: 'shop', ...of });

/** `TestFlat` passes, then `TestDeep/sub` runs and the process says this. */
const judge = (...said: string[]) => {
  const stdout = [
    event({ Action: 'run', Test: 'TestFlat' }),
    event({ Action: 'pass', Test: 'TestFlat', Elapsed: 0 }),
    event({ Action: 'run', Test: 'TestDeep' }),
    event({ Action: 'run', Test: 'TestDeep/sub' }),
    ...said.map((Output) => event({ Action: 'output', Test: 'TestDeep/sub', Output: `${Output}\n` })),
    event({ Action: 'fail', Elapsed: 0.1 }),
  ].join('\n');
  const request = { select: { type: 'all' as const }, root: '/project', reports: '/reports' };
  return judgeReport(goTest, { request, exec: exec(stdout), reports: [stdout], read: 'module shop\n' });
};

describe('G3.1 an error of the Go runtime that ends the process', () => {
  it.each(['fatal error: stack overflow', 'fatal error: concurrent map writes'])(
    'is laid at its test’s door: %s',
    (said) => {
      const { outcome, tests } = judge(
        'runtime: goroutine stack exceeds 1000000000-byte limit',
        said,
        '',
        'goroutine 8 [running]:',
      );
      expect(outcome).toMatchObject({ type: 'broken', kind: 'crash', failures: [{ file: '.' }] });
      expect(JSON.stringify(outcome)).toContain(`TestDeep/sub ended its process: ${said}`);
      expect(tests.map(({ id, state, failure }) => [id, state, failure?.kind])).toEqual([
        ['. > TestFlat', 'passed', undefined],
        ['. > TestDeep > sub', 'failed', 'exception'],
      ]);
    },
  );

  it('is told from a deadlock, and from a process that simply left', () => {
    expect(judge('fatal error: all goroutines are asleep - deadlock!').outcome).toMatchObject({ kind: 'report' });
    expect(judge('bye').outcome).toMatchObject({ type: 'broken', kind: 'report' });
  });
});
