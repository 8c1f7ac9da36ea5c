import type { Finding, Verdict } from '#contracts/gate.ts';

/** What a diff review starts from. */
export interface Examined {
  /** Must be settled: measured, not a matter of opinion. */
  readonly findings: readonly Finding[];
  /** For the reviewer to judge. */
  readonly doubts: readonly string[];
  readonly verdict: Verdict;
}
