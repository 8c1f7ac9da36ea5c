import type { Value } from './neighbours.ts';

/** A function and what its tests asked of it. */
export interface Called {
  /** A method behind the calls that made its object: what they were given are no arguments of its own. */
  readonly isComposed?: true;
  /** Which values are whole arguments, where some are parts of records or of the object; all of them without it. */
  readonly whole?: readonly number[];
  /** Only other changed functions call it: what it is for shows in theirs. */
  readonly isInner?: true;
  readonly name: string;
  readonly module: string;
  readonly parameters: number;
  readonly calls: readonly { readonly args: readonly Value[]; readonly outcome: string }[];
}

/** What it answered to something that its tests did not ask. */
export interface Probe {
  readonly name: string;
  readonly module: string;
  readonly args: readonly Value[];
  readonly outcome: string;
}
