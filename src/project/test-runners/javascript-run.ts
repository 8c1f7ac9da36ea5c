import type { TestRunOutcome } from '#contracts/test-run.ts';
import type { FinishedRun } from './adapter.ts';
import { javascriptFailure, withoutColours } from './javascript-failure.ts';
import { broken, lastLines, missing } from './judge-report.ts';

/** CI on, so that no snapshot is written. */
export const JS_ENV = { CI: '1' };

export const INSTALL_JS = 'Install the project’s packages (npm ci, or its own package manager), then run again.';

/** A regular expression that matches only this text. */
export const exactly = (text: string): string => `^${text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`;

const NO_TESTS = /No test files found|No tests? found|Could not find '[^']*'|No test suite found/;
const CONFIG =
  /failed to load config|Startup Error|Validation Error|Invalid (configuration|option)|Unknown option|config file/i;

/** The meaning of a JavaScript runner's output if it left no report. */
export function explainJavascript(runner: string, { exec, request: { root } }: FinishedRun): TestRunOutcome | null {
  const said = withoutColours(`${exec.stderr.text}\n${exec.stdout.text}`);
  const gone = new RegExp(`Cannot find (?:module|package) '[^']*\\b${runner}\\b[^']*'`);
  if (gone.test(said) && !/imported from|Require stack/.test(said)) return missing(runner, INSTALL_JS, said);
  const none = NO_TESTS.exec(said);
  if (none && exec.exitCode !== null) return { type: 'no-tests', why: none[0] };
  if (CONFIG.test(said)) return broken('config', `${runner} refused its configuration: ${lastLines(said)}`);
  if (exec.exitCode === 0 || said === '') return null;
  const failure = javascriptFailure({ message: said, stack: said, name: /^([A-Za-z]*Error)\b/m.exec(said)?.[1] }, root);
  const { kind } = failure;
  // The stack below it can be longer than the part that is shown.
  const error = /^(?:Uncaught )?[\w$]*Error\b(?: \[\w+\])?: .+$/m.exec(said)?.[0];
  return kind === 'exception' ? null : broken(kind, error ?? lastLines(said), [failure]);
}
