import type { Finding, Refusal, Verdict } from '#contracts/gate.ts';

/** The starting point of a diff review. */
export interface Examined {
  /** Must be settled: measured, not a matter of opinion. */
  readonly findings: readonly Finding[];
  /** For the reviewer to judge. */
  readonly doubts: readonly string[];
  readonly verdict: Verdict;
  /** What could not be measured, whatever else was found: it stays unknown even if the findings are waived. */
  readonly unmeasured?: Refusal;
}
