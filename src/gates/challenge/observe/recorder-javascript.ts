import { KNOWN_RUNNERS, runnerVariables } from '#project/test-runners/known-runners.ts';
import type { Value } from '../fresh/neighbours.ts';
import type { Nudge, OtherAnswers } from './other-answers.ts';
import { ownRealm, watchProgram } from './programs.ts';

export interface RecorderOptions {
  readonly nonce: string;
  /** The pipe, as the run sees it. */
  readonly pipe: string;
  /** Whether what tells a program that it is being tested is hidden from the changed functions while they run. */
  readonly masked: boolean;
  /** The changed functions give other answers than their own, and assertions that fail are told of and passed over. */
  readonly altered: OtherAnswers | null;
  /** Near answers: of which functions, by their ids. */
  readonly nudges?: Readonly<Record<string, Nudge>>;
  /** What functions are asked from inside, by their ids. */
  readonly asking?: Readonly<Record<string, readonly InsideQuestion[]>>;
}

/** What a function is asked from inside: arguments, some of them kept as the call has them, and what its object holds. */
export interface InsideQuestion {
  readonly n: number;
  readonly args: readonly Value[];
  readonly fields?: Readonly<Record<string, Value>>;
}

/** What the rewritten files call, as the text of a CommonJS module. */
export function recorderJavascript({ pipe, ...options }: RecorderOptions): string {
  const realm = watchProgram('recorder-realm.cjs', {
    ...{
      VALUES: watchProgram('values.cjs'),
      ALTER: watchProgram('alter.cjs'),
      INSIDE: watchProgram('inside.cjs'),
      MARKS: runnerVariables('javascript'),
    },
    NAMES: JSON.stringify([...SHARED_GLOBALS, ...KNOWN_RUNNERS.flatMap(({ globals }) => globals)]),
  });
  return ownRealm(realm, pipe, options);
}

const SHARED_GLOBALS = 'describe it test expect before after beforeEach afterEach beforeAll afterAll'.split(' ');
