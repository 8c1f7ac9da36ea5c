/**
 * How the answers of changed functions are altered. `far`: to something that no test expects, and that identifies its
 * call wherever it occurs. `near`: as a nudge says, which only an assertion that specifies the value notices.
 */
export type OtherAnswers = 'far' | 'near';

export const WAYS = ['up', 'down', 'next', 'previous'] as const;

/** One place of a function's answers, and how it is altered there. */
export interface Nudge {
  /** `.price`, `[0].name`; empty: the answer itself. */
  readonly leaf: string;
  /** By one step, or to another of the words. */
  readonly way: (typeof WAYS)[number];
  /** Numbers and texts that occur in the tests, in order. */
  readonly words: readonly (number | string)[];
}
