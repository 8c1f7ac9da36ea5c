/** Files as an agent leaves them; null takes one away. */
export type Edits = Readonly<Record<string, string | null>>;

/** `FIX`: what settles a finding of the review. */
export type Step = 'RED' | 'GREEN' | 'REFACTOR' | 'FIX' | 'REVIEW';

/** One submission: a change to a tree, for a step. */
export interface Deed {
  readonly step: Step;
  /** The last accepted tree. `base` is main, `red` has the failing test, `green` the code too. */
  readonly on: 'base' | 'red' | 'green';
  readonly edits: Edits;
  /** The result of a special RED step; `on` is then `red`, or `green` if its code is included. */
  readonly first?: Edits;
  readonly command?: string;
  /** In a review: how many mutants are tried. */
  readonly mutants?: number;
}

export interface Honest extends Deed {
  readonly title: string;
  readonly smoke?: true;
}

/** A cheat is refused with this code, and the message names the cheat; a finding of a review has no code. */
export interface Cheat extends Deed {
  /** Of the list of cheats that was agreed on, or one of our own (`X…`). */
  readonly id: string;
  readonly title: string;
  readonly code: string;
  readonly says: RegExp;
  /** The same work done honestly; default: the plain work of the step. */
  readonly twin?: Deed;
  readonly smoke?: true;
}

/** What refuses the work of a review. */
export const FINDING = 'finding';
