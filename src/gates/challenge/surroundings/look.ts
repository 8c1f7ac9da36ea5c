/**
 * A place where code uses something that is not an argument: the process, the machine, files of a fixed name, the
 * clock.
 */
export interface CodeLook {
  readonly line: number;
  readonly what: string;
  /** Lines in which the enclosing functions begin, outermost first; none where it happens while the file is loaded. */
  readonly within: readonly number[];
  /** It decides something: it is in a condition. */
  readonly decides: boolean;
  /** Where that condition is in the text, as far as known. */
  readonly condition?: { readonly start: number; readonly end: number };
  /** Much honest code reads the time; only a decision by it says something. */
  readonly clock: boolean;
}

/** Variables that the tests' own process has: one that is not set reveals nothing of a test. */
export type KnownVariables = Readonly<Record<string, string>>;
