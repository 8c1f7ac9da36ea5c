import type { Value } from './neighbours.ts';

/** A function and the calls of its tests. */
export interface Called {
  /** A method after the calls that made its object: their arguments are not its own. */
  readonly isComposed?: true;
  /** Which values are whole arguments, where some are parts of records or of the object; default: all. */
  readonly whole?: readonly number[];
  /** Only other changed functions call it: its purpose shows in theirs. */
  readonly isInner?: true;
  readonly name: string;
  readonly module: string;
  readonly parameters: number;
  readonly calls: readonly { readonly args: readonly Value[]; readonly outcome: string }[];
}

/** Its answer to an input that its tests did not use. */
export interface Probe {
  readonly name: string;
  readonly module: string;
  readonly args: readonly Value[];
  readonly outcome: string;
}
