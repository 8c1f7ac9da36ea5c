import type { FailureKind, TestFailure } from '#contracts/test-run.ts';
import { fromRoot } from './test-id.ts';

/** An error as reported by a JavaScript runner. */
export interface ReportedError {
  readonly name?: string | undefined;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string | undefined;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly operator?: string | undefined;
  readonly cause?: ReportedError | undefined;
}

export function javascriptFailure(error: ReportedError, root: string): TestFailure {
  const message = withoutColours(error.message);
  const place = placeIn(error, root);
  const { expected, actual } = sides(error);
  return {
    kind: failureKindOf(error),
    message: withCause(message, error.cause),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...counterexample(message),
    ...place,
  };
}

/**
 * A property's message is its counterexample; the reason is only in its cause. If the message has it already (older
 * fast-check), it is not repeated.
 */
function withCause(message: string, cause: ReportedError | undefined): string {
  if (!cause || !isProperty(message)) return message;
  const why = withoutColours(cause.message);
  if (why === '' || message.includes(why)) return message;
  const name = cause.name === undefined || why.startsWith(cause.name) ? '' : `${cause.name}: `;
  return `${message.replace(HINT, '')}\nCaused by: ${name}${why}`;
}

/** Hints about the runner, not about the failure. */
const HINT = /\n+Hint: Enable verbose mode[^\n]*/;

const SYNTAX =
  /^(SyntaxError|ParseError|RolldownError|BuildError|TransformError)\b|Failed to parse source|invalid JS syntax|Transform failed|Parse failure|\[PARSE_ERROR\]|Unexpected token|Unexpected end of input|ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX|ERR_INVALID_TYPESCRIPT_SYNTAX/;
const MISSING =
  /^ReferenceError\b|is not defined\b|is not a (function|constructor)\b|Cannot find (module|package)|does not provide an export named|Failed to resolve (import|entry)|Failed to load url|ERR_MODULE_NOT_FOUND|Module not found/;
const TIMEOUT =
  /timed out (in|after) \d|Exceeded timeout of \d|Timeout of \d+ ?ms exceeded|testTimeoutFailure|ERR_TEST_TIMEOUT/;
const CRASH =
  /Worker (exited|terminated|forks emitted)|exited unexpectedly|process\.exit unexpectedly|SIG(SEGV|ABRT|KILL)/;
const ASSERTION = /^(AssertionError|JestAssertionError)\b|^expect\(|^Expected values to be/;

export function failureKindOf(error: ReportedError): FailureKind {
  const message = withoutColours(error.message);
  const line = `${error.name ?? ''}: ${message} ${error.code ?? ''}`;
  if (TIMEOUT.test(line)) return 'time-out';
  if (error.code === 'ERR_ASSERTION' || ASSERTION.test(line) || ASSERTION.test(message)) return 'assertion';
  // A missing export is thrown as a SyntaxError by the module loader; the file itself is fine.
  if (/does not provide an export named/.test(message)) return 'missing-symbol';
  const compiler = COMPILER.exec(message)?.[1];
  if (compiler !== undefined) return compilerKind(compiler);
  if (SYNTAX.test(line) || SYNTAX.test(message)) return 'syntax';
  if (CRASH.test(line)) return 'crash';
  if (isProperty(message)) return error.cause ? propertyKind(error.cause) : 'assertion';
  if (MISSING.test(line) || MISSING.test(message)) return 'missing-symbol';
  return 'exception';
}

/** `a.test.ts:68:23 - error TS2345: …`: ts-jest compiles a test before it runs it. */
const COMPILER = /^\S+\.[cm]?tsx?:\d+:\d+ - error (TS\d+): /m;

/** A type error, like an unknown name, means that the change still has to add something. */
export const compilerKind = (code: string): FailureKind => (/^TS1\d{3}$/.test(code) ? 'syntax' : 'missing-symbol');

const isProperty = (message: string): boolean => /^Property (failed|interrupted) after \d+ tests/.test(message);

/** A property that returned false failed like an assertion; one that threw, like its error. */
const propertyKind = (cause: ReportedError): FailureKind =>
  /returning false/.test(cause.message) ? 'assertion' : failureKindOf(cause);

function counterexample(message: string): { counterexample?: string } {
  if (!isProperty(message)) return {};
  const found = /^Counterexample: (.*(?:\n(?!Shrunk|Got|Hint).*)*)/m.exec(message)?.[1];
  return found === undefined ? {} : { counterexample: found.trim() };
}

function sides(error: ReportedError): { expected?: string | undefined; actual?: string | undefined } {
  if (error.expected !== undefined || error.actual !== undefined) return error;
  if (error.cause && isProperty(withoutColours(error.message))) return sides(error.cause);
  const message = withoutColours(error.message);
  const jest = /^\s*Expected(?:[^\n:]*): (.*)\n\s*Received(?:[^\n:]*): +(.*)/m.exec(message);
  return jest ? { expected: jest[1], actual: jest[2] } : {};
}

const FRAME = /(?:\(|at |^\s*|❯ )((?:file:\/\/)?\/[^():\n]+):(\d+):\d+/gm;

/** The innermost stack frame in the project and not in its packages. */
export function placeIn(error: ReportedError, root: string): { file?: string; line?: number } {
  const text = `${error.stack ?? ''}\n${withoutColours(error.message)}`;
  for (const [, path, line] of text.matchAll(FRAME)) {
    if (path === undefined || path.includes('/node_modules/')) continue;
    const file = fromRoot(root, path);
    if (!file.startsWith('/')) return { file, line: Number(line) };
  }
  // The loader's own error has no frame in the project, but says which file asked for the module.
  const importer = fromRoot(root, IMPORTER.exec(text)?.[1] ?? '/');
  return importer.startsWith('/') || importer.includes('node_modules/') ? {} : { file: importer };
}

const IMPORTER = /^.*\bCannot find (?:module|package) '[^']+' imported from ((?:file:\/\/)?\/.+?)\s*$/m;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters
export const withoutColours = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '').trim();
