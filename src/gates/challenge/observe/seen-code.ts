/** A function of the change, as it is written. */
export interface SeenFunction {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  /** The names under which the module exports it; a method or an inner function has none. */
  readonly exports: readonly string[];
  readonly kind: 'plain' | 'async' | 'generator';
  /** False where it contains no `this`: the receiver makes no difference to it. */
  readonly needsThis?: boolean;
  /** For a method: its class, as the module exports it, and its own name there; `bare`: it is constructed from nothing. */
  readonly method?: { readonly of: string; readonly name: string; readonly bare?: true } | undefined;
  /** For an inner function: the id of the outer one. */
  readonly within?: string | undefined;
}

export interface SeenAssertion {
  readonly id: string;
  readonly how: string;
  readonly line: number;
  /** The test it is in; null outside of any. */
  readonly test: string | null;
  /** If it is passed, the test has passed; not where it marks unreachable code, or is what is tested. */
  readonly must: boolean;
}
