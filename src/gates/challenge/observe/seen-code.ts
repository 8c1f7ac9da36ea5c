/** A function of the change, as it is written. */
export interface SeenFunction {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  /** Under which names the module exports it; a method or an inner function has none. */
  readonly exports: readonly string[];
  readonly kind: 'plain' | 'async' | 'generator';
  /** False where nothing in it says `this`: whoever it is called on makes no difference to it. */
  readonly needsThis?: boolean;
  /** Of a method: its class, as the module gives it away, and its own name there. */
  readonly method?: { readonly of: string; readonly name: string } | undefined;
  /** Of a function inside of another: the id of that one. */
  readonly within?: string | undefined;
}

export interface SeenAssertion {
  readonly id: string;
  readonly how: string;
  readonly line: number;
  /** Of the test it stands in; null outside of any. */
  readonly test: string | null;
  /** Whoever passes the test has passed it; not where it says that one must not get there, or is what is tested. */
  readonly must: boolean;
}
