import type { Command, ExecResult } from '#contracts/exec.ts';
import type { TestEvidence, TestFailure } from '#contracts/test-run.ts';
import { compilerKind } from '#project/test-runners/javascript-failure.ts';
import { lastLines } from '#project/test-runners/judge-report.ts';

export const shellLine = (line: string, timeoutMs: number): Command => ({
  program: 'sh',
  args: ['-c', line],
  env: { CI: '1', NO_COLOR: '1', FORCE_COLOR: '0' },
  timeoutMs,
});

/**
 * A run whose build failed, so it reports no tests: the build's message is the reason. A test of code that does not
 * exist yet does not compile. That counts as red, like a test file that does not load.
 */
export function afterSetup(value: TestEvidence, line: string, built: ExecResult | null): TestEvidence {
  if (built === null || (built.outcome === 'exited' && built.exitCode === 0)) return value;
  const said = `${built.stdout.text}\n${built.stderr.text}`.trim();
  const failures = compileErrors(said);
  const [first] = failures;
  if (value.outcome.type === 'ran' && !first) return value;
  const how = built.outcome === 'exited' ? `exit code ${built.exitCode}` : built.outcome;
  const message = `${line}: ${how}: ${first?.message ?? lastLines(said)}`;
  return { ...value, outcome: { type: 'broken', kind: first?.kind ?? 'config', message, failures } };
}

/** `src/test/v7.test.ts(3,10): error TS2305: Module has no exported member`, and the same with colons. */
function compileErrors(text: string): TestFailure[] {
  return [...text.matchAll(/^(\S+?\.[cm]?tsx?)(?:\((\d+),\d+\)|:(\d+):\d+)(?::| -) error (TS\d+): (.+)$/gm)].map(
    ([, file = '', line, other, code = '', message = '']) => ({
      kind: compilerKind(code),
      message,
      file,
      line: Number(line ?? other),
    }),
  );
}
