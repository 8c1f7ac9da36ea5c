import { KNOWN_RUNNERS, runnerVariables } from '#project/test-runners/known-runners.ts';
import type { Value } from '../fresh/neighbours.ts';
import type { Nudge, OtherAnswers } from './other-answers.ts';
import { ownRealm, watchProgram } from './programs.ts';

export interface RecorderOptions {
  readonly nonce: string;
  /** The pipe, as the run sees it. */
  readonly pipe: string;
  /** Whether signs of a test are hidden from the changed functions while they run. */
  readonly masked: boolean;
  /** The changed functions return altered answers, and failing assertions are recorded and skipped. */
  readonly altered: OtherAnswers | null;
  /** Small alterations: for which functions, by their ids. */
  readonly nudges?: Readonly<Record<string, Nudge>>;
  /** Calls from inside, by the functions' ids. */
  readonly asking?: Readonly<Record<string, readonly InsideQuestion[]>>;
}

/** A call from inside: arguments, some of them kept as the call has them, and the object's state. */
export interface InsideQuestion {
  readonly n: number;
  readonly args: readonly Value[];
  readonly fields?: Readonly<Record<string, Value>>;
}

/** The module that rewritten files call, as CommonJS text. */
export function recorderJavascript({ pipe, ...options }: RecorderOptions): string {
  const realm = watchProgram('recorder-realm.cjs', {
    ...{
      VALUES: watchProgram('values.cjs'),
      ALTER: watchProgram('alter.cjs'),
      CALLS: watchProgram('calls-seen.cjs'),
      INSIDE: watchProgram('inside.cjs'),
    },
    HIDING: watchProgram('hidden-signs.cjs', {
      MARKS: runnerVariables('javascript'),
      NAMES: JSON.stringify([...SHARED_GLOBALS, ...KNOWN_RUNNERS.flatMap(({ globals }) => globals)]),
    }),
  });
  return ownRealm(realm, pipe, options);
}

const SHARED_GLOBALS = 'describe it test expect before after beforeEach afterEach beforeAll afterAll'.split(' ');
