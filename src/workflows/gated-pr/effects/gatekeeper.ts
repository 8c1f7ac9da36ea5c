import type { Finding, Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Examined } from '#gates/examined.ts';
import type { StepScope } from '#gates/impact/step-scope.ts';
import type { Proof, ProofOrder } from '#gates/proof.ts';
import type { MessageToTake } from '#gates/proofs/message-hook.ts';
import type { KeptTest, TestLock } from '#gates/test-lock.ts';
import type { GateSettings } from '../../gate-settings.ts';
import type { ReviewRequest } from '../../review/review-request.ts';
import type { ReviewedDiff } from '../../review/reviewed-diff.ts';
import type { ProofKind } from '../effects.ts';

export type { Examined } from '#gates/examined.ts';

export interface WrittenTests {
  readonly tests: KeptTest[];
  readonly files: { readonly path: string; readonly text: string }[];
}

/** The gates, bound to a project. Only these make verdicts. */
export interface Gatekeeper {
  settings(base: TreeHash): Promise<GateSettings>;
  /** Prepares the checkouts of a proof in advance; disposing of it removes unused ones. */
  prepare(kind: ProofKind, tree: TreeHash): AsyncDisposable;
  /** `scope`: whether the tests that the change reaches are enough for now; the rest is then proven later. */
  prove(kind: ProofKind, order: ProofOrder, signal: AbortSignal, scope?: StepScope | null): Promise<Proof>;
  /** Mutants of the changed lines, fresh inputs, leftovers: what a reviewer should not have to find. */
  examine(base: TreeHash, tree: TreeHash, signal: AbortSignal): Promise<Examined>;
  /** All tests and the preflight on a merged tree. */
  proveMerged(base: TreeHash, tree: TreeHash, signal: AbortSignal): Promise<Verdict>;
  /** The same for a branch that a person merged with main, and that it is measured under main's configuration. */
  proveTaken(main: TreeHash, tree: TreeHash, signal: AbortSignal): Promise<Verdict>;
  /** The source of locked tests, and the files that contain them. */
  written(base: TreeHash, lock: TestLock): Promise<WrittenTests>;
  /** Which of these tests a tree lacks. */
  lost(
    base: TreeHash,
    tree: TreeHash,
    kept: readonly KeptTest[],
    wanted: 'as-written' | 'at-all',
  ): Promise<readonly KeptTest[]>;
  /** The message of the repository's own commit-message hook where it refuses one. */
  messageRefused(message: MessageToTake, signal: AbortSignal): Promise<string | null>;
  /** Null where there is no such file. */
  read(tree: TreeHash, path: string): Promise<string | null>;
  /** `words`: all text about the change, to find what no one mentioned. */
  diffText(from: TreeHash, to: TreeHash, words: string): Promise<ReviewedDiff>;
  /** Who writes and who reviews, where an agent does; null where it is not known. */
  reviewers(): Promise<{ readonly author: string | null; readonly reviewer: string | null }>;
  /** Runs the project's own reviewer, from the base: nothing in the work decides who judges it. */
  reviewBy(
    base: TreeHash,
    command: string,
    request: ReviewRequest,
    signal: AbortSignal,
  ): Promise<{ readonly findings: readonly Finding[] } | { readonly problem: string }>;
}
