/** A place where code looks at what it was not given: the process, the machine, files of a fixed name, the clock. */
export interface CodeLook {
  readonly line: number;
  readonly what: string;
  /** Lines in which the functions around it begin, the outermost first; none where it is done as the file is loaded. */
  readonly within: readonly number[];
  /** Something is decided by it: it stands in a condition. */
  readonly decides: boolean;
  /** Where that condition stands in the text, as far as it is known. */
  readonly condition?: { readonly start: number; readonly end: number };
  /** The time is looked at by much honest code; only what is decided by it says something. */
  readonly clock: boolean;
}

/** Variables that the tests' own process has: one that is not set tells nothing of a test. */
export type KnownVariables = Readonly<Record<string, string>>;
