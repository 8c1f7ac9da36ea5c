/**
 * What changed functions answer in the place of their own answers. `far`: something that nobody expects, and that tells
 * whose answer it is wherever it turns up. `near`: what a nudge says, which only an assertion tells apart that says what
 * must come back.
 */
export type OtherAnswers = 'far' | 'near';

export const WAYS = ['up', 'down', 'next', 'previous'] as const;

/** One place of a function's answers, and how it is changed there. */
export interface Nudge {
  /** `.price`, `[0].name`; empty: the answer itself. */
  readonly leaf: string;
  /** By one step, or to another of the words. */
  readonly way: (typeof WAYS)[number];
  /** Numbers and texts that the tests are written with, in their order. */
  readonly words: readonly (number | string)[];
}
