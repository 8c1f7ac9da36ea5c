import type { LineRange, Mutant } from '#code/mutants/mutant.ts';

/** A file whose mutants are to be tried. */
export interface MutationFile {
  /** From the project's folder, with `/`. */
  readonly path: string;
  readonly language: string;
  /** The changed lines; default: all. */
  readonly lines?: readonly LineRange[];
  /** Test files that are known to test it: run first where that is faster. A mutant they miss meets all tests. */
  readonly near?: readonly string[];
}

export type MutantOutcome =
  | { readonly state: 'killed'; readonly by: readonly string[] }
  /** Killed too: with it the tests did not end. */
  | { readonly state: 'timed-out'; readonly limitMs: number }
  | { readonly state: 'survived' }
  /** Neither killed nor survived: the runner could not run it. */
  | { readonly state: 'invalid'; readonly why: string }
  /** It survived, and so did a plain failure in its place: no test reaches it. */
  | { readonly state: 'not-covered'; readonly why: string };

export interface MutantResult {
  readonly file: string;
  readonly mutant: Mutant;
  readonly outcome: MutantOutcome;
  readonly durationMs: number;
}

export type MutantCounts = Readonly<Record<MutantOutcome['state'], number>>;

export interface MeasuredMutants {
  readonly type: 'measured';
  readonly results: readonly MutantResult[];
  readonly counts: MutantCounts;
  /** Killed and timed out, of all that could be run; null where there are none. */
  readonly score: number | null;
  /** Survived or not covered. */
  readonly survivors: readonly MutantResult[];
  /** Survivors of a kind that always blocks. */
  readonly blocking: readonly MutantResult[];
  /** Files that no test loads; nothing else was measured about them. */
  readonly unloaded: readonly string[];
  readonly baseline: { readonly tests: number; readonly durationMs: number; readonly limitMs: number };
  readonly durationMs: number;
}

/** Only `measured` says anything about the tests. */
export type MutationResult =
  | MeasuredMutants
  | { readonly type: 'nothing-to-mutate'; readonly why: string }
  /** The tests are not green even without a mutant. */
  | { readonly type: 'baseline-red'; readonly why: string; readonly failed: readonly string[] }
  /**
   * Even a file that throws when it is loaded fails no test: the tests do not run what was mutated. `invalid`: that
   * could not be measured, for this reason.
   */
  | {
      readonly type: 'mutants-unseen';
      readonly why: string;
      readonly files: readonly string[];
      readonly invalid: string | null;
    }
  /** A change without effect fails tests, or the tree is no longer green after the last mutant. */
  | { readonly type: 'copies-unsteady'; readonly why: string; readonly failed: readonly string[] }
  | { readonly type: 'infrastructure'; readonly message: string; readonly next: string }
  | { readonly type: 'stopped'; readonly results: readonly MutantResult[]; readonly left: number };
