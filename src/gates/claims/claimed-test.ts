/** What an agent states about one test, as far as it can be checked. */
export interface ClaimedTest {
  /** Its title, with or without the suites around it. */
  readonly name: string;
  /** Functions it says it calls. */
  readonly targets: readonly string[];
  readonly isProperty: boolean;
  /** Property sketches that it claims to implement. */
  readonly sketches: readonly string[];
  readonly examples: readonly ClaimedExample[];
}

export interface ClaimedExample {
  readonly function: string;
  /** From 0, in the order of the design. */
  readonly example: number;
}

/** What the design requires tests for. */
export interface WantedFunction {
  readonly name: string;
  readonly sketches: readonly string[];
  readonly examples: number;
}

/** Derived from existing tests that call what they claim. */
export interface Coverage {
  readonly functions: { readonly covered: readonly string[]; readonly uncovered: readonly string[] };
  readonly sketches: { readonly covered: readonly string[]; readonly uncovered: readonly string[] };
  readonly examples: { readonly covered: number; readonly uncovered: readonly ClaimedExample[] };
}
