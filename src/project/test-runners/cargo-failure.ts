import type { FailureKind, TestFailure } from '#contracts/test-run.ts';

/** What libtest printed of a failed test: where it panicked, and with what. */
export function cargoFailure(output: string): TestFailure {
  const found = /panicked at (?:'[\s\S]*?', )?([^\s:]+):(\d+):\d+:?\n?/.exec(output);
  if (!found) {
    const error = /^Error: (.*)$/m.exec(output)?.[1];
    return { kind: 'exception', message: error ?? (output.trim().split('\n', 1)[0] || 'failed') };
  }
  const [head, file = '', line] = found;
  const rest = output.slice(found.index + head.length);
  const message = rest.split(/^(?:stack backtrace:|note: )/m, 1)[0]?.trim() ?? '';
  const left = /^\s*left: (.*)$/m.exec(message)?.[1];
  const right = /^\s*right: (.*)$/m.exec(message)?.[1];
  const minimal = /minimal failing input: ([\s\S]*?)(?:\n\s*successes:|$)/.exec(message)?.[1] ?? quickcheck(message);
  return {
    kind: panicKind(message),
    message,
    // By habit the value comes first and what it should be second.
    ...(right === undefined ? {} : { expected: right }),
    ...(left === undefined ? {} : { actual: left }),
    ...(minimal === undefined ? {} : { counterexample: minimal.trim() }),
    file,
    line: Number(line),
  };
}

const quickcheck = (message: string): string | undefined =>
  /\[quickcheck\] TEST FAILED\. Arguments: (.*)/.exec(message)?.[1];

function panicKind(message: string): FailureKind {
  if (/^assertion |^Test failed: |\[quickcheck\]|test did not panic as expected/.test(message)) return 'assertion';
  return /^not (yet )?implemented/.test(message) ? 'missing-symbol' : 'exception';
}

const MISSING = new Set([
  'E0405',
  'E0412',
  'E0422',
  'E0423',
  'E0424',
  'E0425',
  'E0432',
  'E0433',
  'E0531',
  'E0560',
  'E0599',
  'E0609',
  'E0463',
  'E0583',
]);

/** Errors of the compiler with their place. What does not compile counts as syntax unless a name is missing. */
export function compileFailures(text: string): TestFailure[] {
  const failures: TestFailure[] = [];
  for (const [, code, message = '', file, line] of text.matchAll(
    /^error(?:\[(E\d+)\])?: (.+)\n\s*--> ([^\s:]+):(\d+):\d+/gm,
  )) {
    const missing = (code !== undefined && MISSING.has(code)) || /cannot find (macro|attribute|derive)/.test(message);
    failures.push({
      kind: missing ? 'missing-symbol' : 'syntax',
      message,
      ...(file === undefined ? {} : { file, line: Number(line) }),
    });
  }
  return failures;
}
