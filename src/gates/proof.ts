import type { EvidenceRef, Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestLock } from './test-lock.ts';

/** The inputs of a proof of a TDD step. Trees, never folders: nothing here can change while it is measured. */
export interface ProofOrder {
  /** The commit where the branch left main: configuration is read from here. */
  readonly base: TreeHash;
  /** The last accepted step, with which this one is compared. */
  readonly accepted: TreeHash;
  readonly tree: TreeHash;
  /** The agent's statement of how its tests are run. Read, never executed. */
  readonly testCommand: string | null;
  /** The RED tests that must now pass. */
  readonly lock: TestLock | null;
  /** Of the last accepted step's test run. */
  readonly acceptedRun: EvidenceRef | null;
  /** The project's own check, from the configuration of the base. */
  readonly preflight: string | false | null;
  /** Files besides tests that may change although they are protected, from the configuration of the base. */
  readonly mayChange: readonly string[];
}

export interface Proof {
  readonly verdict: Verdict;
  /** Whether any tests failed. */
  readonly failed: boolean;
  /** For RED: the tests that must pass at GREEN. */
  readonly lock: TestLock | null;
  /** Evidence of the run of all tests. */
  readonly run: EvidenceRef | null;
  /** For the agent, verbatim. */
  readonly output: string;
  /** Set where only the test files were run that the change reaches: how many, of how many. */
  readonly part?: { readonly files: number; readonly of: number };
}
