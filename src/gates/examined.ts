import type { Finding, Refusal, Verdict } from '#contracts/gate.ts';

/** What a diff review starts from. */
export interface Examined {
  /** Must be settled: measured, not a matter of opinion. */
  readonly findings: readonly Finding[];
  /** For the reviewer to judge. */
  readonly doubts: readonly string[];
  readonly verdict: Verdict;
  /** What could not be asked, whatever else was found: with the findings overruled it would still be unknown. */
  readonly unmeasured?: Refusal;
}
