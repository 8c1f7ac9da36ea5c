import type { FailureKind, TestFailure } from '#contracts/test-run.ts';

/** What libtest printed about a failed test: where it panicked, and with what. */
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
    // By convention the value comes first and the expected one second.
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

/**
 * Errors about names, parameters, fields, variants, types and traits that a file expects of other code and that do not
 * exist. Other errors (borrowing, syntax) are the file's own.
 */
const MISSING = new Set(
  `E0004 E0023 E0026 E0027 E0046 E0050 E0053 E0061 E0063 E0107 E0277 E0282 E0283 E0308 E0369 E0403 E0404 E0405 E0407
  E0412 E0422 E0423 E0424 E0425 E0432 E0433 E0437 E0438 E0451 E0463 E0531 E0532 E0559 E0560 E0574 E0583 E0599 E0600
  E0603 E0604 E0605 E0606 E0608 E0609 E0610 E0614 E0615 E0616 E0618 E0624`.split(/\s+/),
);

/**
 * Compiler errors with their location. Code that does not compile counts as a syntax error unless a name is missing.
 */
export function cargoCompileFailures(text: string): TestFailure[] {
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
