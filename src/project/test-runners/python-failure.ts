import type { FailureKind, TestFailure } from '#contracts/test-run.ts';
import type { JunitProblem } from './junit-xml.ts';

/** Reads a failure from pytest: the exception's last line as message, the traceback as text. */
export function pythonFailure({ message, text }: JunitProblem): TestFailure {
  const said = bestMessage(message, text);
  const [expected, actual] = sides(text);
  const found = falsifying(text);
  return {
    kind: pythonKind(said, text),
    message: said,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(found === undefined ? {} : { counterexample: found }),
    ...placeOf(text),
  };
}

/** For a file that did not load, the `E` lines say why; the message is only "collection failure". */
function bestMessage(message: string, text: string): string {
  if (!/^collection failure|^failed on (setup|teardown)|^$/.test(message)) return message.trim();
  const lines = [...text.matchAll(/^E\s+(\S.*)$/gm)].map(([, line]) => line ?? '');
  return lines.findLast((line) => /^[\w.]*(Error|Exception|Warning|Failed)\b/.test(line)) ?? lines.at(-1) ?? message;
}

export function pythonKind(message: string, text: string): FailureKind {
  const name =
    /^([\w.]+?)(?::|$|\n| - )/
      .exec(message.replace(/^(failed on \w+ with )"?/, ''))?.[1]
      ?.split('.')
      .at(-1) ?? '';
  if (/Timeout/.test(name) || /^Failed: Timeout/.test(message)) return 'time-out';
  if (['SyntaxError', 'IndentationError', 'TabError'].includes(name)) return 'syntax';
  if (['NameError', 'ImportError', 'ModuleNotFoundError', 'AttributeError', 'UnboundLocalError'].includes(name)) {
    return 'missing-symbol';
  }
  if (name === 'AssertionError' || name === 'Failed' || /^assert\b/.test(message)) return 'assertion';
  if (/^fixture '.*' not found/m.test(message) || /^E\s+fixture '/m.test(text)) return 'missing-symbol';
  if (/Fatal Python error|worker .* crashed/.test(text + message)) return 'crash';
  return 'exception';
}

/** `assert actual == expected`: the first comparison that pytest explains. */
function sides(text: string): [expected?: string, actual?: string] {
  const found = /^E\s+(?:AssertionError: )?assert (.+) == (.+)$/m.exec(text);
  return found?.[1] === undefined || found[2] === undefined ? [] : [found[2].trim(), found[1].trim()];
}

/** The input that hypothesis shrank to: `Falsifying example: test_x(\n    n=10,\n)`, with or without pytest's `E`. */
function falsifying(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.replace(/^[E|+]?\s{0,3}(?=\S|\s)/, ''));
  const start = lines.findIndex((line) => /Falsifying (explicit )?example:/.test(line));
  if (start === -1) return undefined;
  const end = lines.findIndex((line, at) => at >= start && /\)\s*$/.test(line));
  const call = lines.slice(start, end === -1 ? start + 1 : end + 1).join(' ');
  return call
    .replace(/^.*?Falsifying (explicit )?example:\s*/, '')
    .replace(/\s+/g, ' ')
    .replace(/\( /, '(')
    .replace(/,? \)$/, ')')
    .trim();
}

/** The last location in the project: `tests/test_a.py:12: AssertionError` at the end of a traceback. */
function placeOf(text: string): { file?: string; line?: number } {
  const frames = [...text.matchAll(/^(?!\/|<)([^\s:]+\.py):(\d+): /gm)];
  const inFile = /^E\s+File "([^"]+)", line (\d+)/m.exec(text);
  const last = frames.findLast(([, file]) => !file?.includes('site-packages'));
  const [, file, line] = last ?? inFile ?? [];
  return file === undefined ? {} : { file, line: Number(line) };
}
