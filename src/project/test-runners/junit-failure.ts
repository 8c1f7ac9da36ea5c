import type { FailureKind, TestFailure } from '#contracts/test-run.ts';
import { firstLine } from '#contracts/text.ts';
import type { JunitProblem } from './junit-xml.ts';

/** The kind of a failure of an unknown runner, from the name of the exception, in any language. */
export function junitFailure(problem: JunitProblem, asError: boolean): TestFailure {
  const bats = batsFailure(problem.text);
  const message = bats?.message ?? (problem.message || firstLine(problem.text) || problem.type || 'failed').trim();
  const all = `${problem.type} ${message}\n${problem.text}`;
  const [expected, actual] = sides(all);
  return {
    kind: junitKind(problem.type, all, asError),
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...bats?.place,
  };
}

const KINDS: readonly (readonly [FailureKind, RegExp])[] = [
  ['time-out', /TimeoutException|TestTimedOut|Timeout(Error)?\b|timed out/],
  ['syntax', /\b(SyntaxError|syntax error|ParseError|CompileError|ParseException|CompilationFailed)/],
  [
    'missing-symbol',
    /\b(NoSuchMethodError|NoClassDefFoundError|ClassNotFoundException|NoSuchFieldError|UndefinedFunctionError|NameError|NoMethodError|LoadError|MissingMethodException)\b|command not found/,
  ],
  ['crash', /\b(SIGSEGV|SIGABRT|Segmentation fault|core dumped|signal 11)\b/],
  ['assertion', /Assert|ExpectationNotMet|ExpectationFailed|ComparisonFailure|MultipleFailuresError|expected/i],
];

function junitKind(type: string, text: string, asError: boolean): FailureKind {
  // `failure` is a check that did not hold, in every dialect; `error` is anything else.
  if (/AssertionError|AssertionFailed|ExpectationNotMet|ExpectationFailed|ComparisonFailure/.test(type))
    return 'assertion';
  for (const [kind, words] of KINDS) {
    if (kind === 'assertion' && asError && type !== '') continue;
    if (words.test(text)) return kind;
  }
  return asError ? 'exception' : 'assertion';
}

const PAIRS: readonly RegExp[] = [
  /expected: ?<([^>]*)> but was: ?<([^>]*)>/i,
  /^\s*Expected:? +(.+)\n\s*(?:Actual|Received|But was|got):? +(.+)/im,
  /^\s*expected: (.+)\n\s*got: (.+)/im,
];

function sides(text: string): [expected?: string, actual?: string] {
  for (const pattern of PAIRS) {
    const [, first, second] = pattern.exec(text) ?? [];
    if (first !== undefined && second !== undefined) return [first.trim(), second.trim()];
  }
  return [];
}

/** Bats prints the place first and then the command that failed: `(in test file mixed.bats, line 4)`. */
function batsFailure(text: string): { message: string; place: { file: string; line: number } } | null {
  const found = /^\(.*in (?:test )?file (\S+), line (\d+)\)\s*\n\s*(.+)/m.exec(text);
  const [, file, line, message] = found ?? [];
  if (file === undefined || message === undefined) return null;
  return { message, place: { file: file.replace(/^\.\//, ''), line: Number(line) } };
}
