/** A statement of ours in the bodies of tests of a compiled language: it reports that one began and how it ended. */
export interface Beacon {
  readonly id: string;
  /** From the project's top. */
  readonly file: string;
  readonly line: number;
  /** Name of the function that is the test. */
  readonly name: string;
  /** Whether it passes by ending with an error. */
  readonly mustFail: boolean;
}

export interface Beacons {
  /** Texts of files, changed and new. */
  readonly edits: ReadonlyMap<string, string>;
  readonly tests: readonly Beacon[];
}

/** What a beacon needs in order to report. */
export interface BeaconPlace {
  readonly nonce: string;
  readonly pipe: string;
  /** A name that nothing in the project has. */
  readonly key: string;
}

export interface BeaconLanguage {
  readonly file: RegExp;
  place(texts: ReadonlyMap<string, string>, at: BeaconPlace): Beacons;
}
