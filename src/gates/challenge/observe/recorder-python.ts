import { KNOWN_RUNNERS, runnerVariables } from '#project/test-runners/known-runners.ts';
import type { Nudge, OtherAnswers } from './other-answers.ts';
import { watchProgram } from './programs.ts';
import type { RecorderOptions } from './recorder-javascript.ts';

export interface PythonTarget {
  /** From the project's folder. */
  readonly path: string;
  readonly key: string;
  /** Changed lines, of a source; default: all. */
  readonly lines?: readonly (readonly [first: number, last: number])[];
  readonly tests: boolean;
  /** Whether assertions are left unchanged. */
  readonly bodiesOnly?: boolean;
}

export interface PythonRecorderOptions {
  readonly nonce: string;
  readonly pipe: string;
  readonly masked: boolean;
  /** The changed functions return altered answers, and failing assertions are recorded and skipped. */
  readonly altered: OtherAnswers | null;
  /** Small alterations: for which functions, by their ids. */
  readonly nudges?: Readonly<Record<string, Nudge>>;
  readonly targets: readonly PythonTarget[];
  readonly asking?: RecorderOptions['asking'];
}

/**
 * A `sitecustomize` for the run: when a file of the change is loaded, in any way, its syntax tree is rewritten, and the
 * file itself is not. Functions, tests and assertions then report as they run.
 */
export const recorderPython = (options: PythonRecorderOptions): string =>
  [
    watchProgram('values.py'),
    `OPTIONS = _json.loads(${pythonText(JSON.stringify(options))})\n`,
    watchProgram('alter.py'),
    watchProgram('recorder.py', { MARKS: runnerVariables('python'), MODULES: PYTHON_MODULES }),
    watchProgram('inside.py'),
    watchProgram('rewrite.py'),
    watchProgram('rewrite_on_load.py'),
  ].join('\n');

const pythonText = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Modules whose presence shows a program that it is under test. */
const PYTHON_MODULES = KNOWN_RUNNERS.filter(({ family }) => family === 'python')
  .flatMap(({ imports }) => imports.flatMap((name) => [`'${name}'`, `'_${name}'`]))
  .join(', ');
