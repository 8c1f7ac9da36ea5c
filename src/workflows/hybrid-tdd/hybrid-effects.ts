import type { Finding, Refusal } from '#contracts/gate.ts';
import type { ReviewRequest } from '../review/review-request.ts';
import type { HybridAccount } from './account.ts';
import type { Blind, Designed, Merged, MutatedWork, TddEnding, VerifiedWork } from './ports.ts';
import type { Spec } from './spec.ts';
import type { HybridStop, Job, MutationReport, Skeleton, StructuredFailure, TddPoint, Verification } from './state.ts';

/** What effects may use while they work. */
export interface HybridContext {
  readonly run: string;
  readonly session: string;
  readonly act: string;
  readonly node: string;
  readonly signal: AbortSignal;
  say(line: string): void;
}

export type Side = 'types' | 'tests' | 'impl' | 'fix';

/** An agent's work in its workspace, to be checked and committed. */
export interface TakeOrder {
  readonly side: Side;
  readonly spec: Spec;
  readonly place: string;
  /** Its starting point. */
  readonly from: TddPoint;
  /** One line, and further details, for the commit. */
  readonly brief: string;
  readonly summary: string;
  /** For an implementation: every function that the agent claims to have written or changed. */
  readonly claimed: readonly string[];
  /** For an implementation: what must no longer be a stub. */
  readonly wanted: readonly string[];
}

export type RefusedWork = { readonly ok: false; readonly problems: readonly Refusal[] };
export type Taken = { readonly ok: true; readonly point: TddPoint } | RefusedWork;
export type Unmeasured = { readonly type: 'unmeasured'; readonly reason: Refusal };

/**
 * The effects: workspaces, commits, gates. Each may be repeated after a crash. They find out facts; the graph decides
 * what follows.
 */
export interface HybridEffects {
  /** Before any cost: is there a runner, and is main green? */
  prepare(
    spec: Spec,
    main: string,
    context: HybridContext,
  ): Promise<{ ok: true; base: TddPoint } | { ok: false; stop: HybridStop }>;
  /** A workspace of that name at a commit. `anew`: existing content is discarded. */
  place(name: string, from: TddPoint, anew: boolean, context: HybridContext): Promise<void>;
  take(order: TakeOrder, context: HybridContext): Promise<Taken>;
  /** The claims of the design compared with the disk, and every claimed function made a stub. */
  skeleton(
    designed: Designed,
    place: string,
    context: HybridContext,
  ): Promise<{ ok: true; skeleton: Skeleton } | RefusedWork>;
  /** Runs the tests on the skeleton, and compares the claims about them with the calls that they make. */
  verify(
    written: Pick<Blind, 'job' | 'design' | 'skeleton' | 'tests'>,
    context: HybridContext,
  ): Promise<
    { type: 'verified'; verification: Verification } | { type: 'refused'; problems: readonly Refusal[] } | Unmeasured
  >;
  /** Both sides in a fresh workspace. */
  merge(verified: VerifiedWork, place: string, context: HybridContext): Promise<Taken>;
  validate(
    merged: Merged,
    context: HybridContext,
  ): Promise<{ type: 'green'; passed: number } | { type: 'red'; failures: readonly StructuredFailure[] } | Unmeasured>;
  mutate(merged: Merged, context: HybridContext): Promise<MutationReport>;
  /**
   * The checks of a gated PR before main: nothing that decides how it is measured changed, the preflight, the
   * challenge; then the project's own reviewer, or the request for an agent that reviews.
   */
  examine(
    mutated: MutatedWork,
    context: HybridContext,
  ): Promise<
    | { type: 'found'; findings: readonly Finding[] }
    | { type: 'ask'; request: ReviewRequest }
    | { type: 'reviewed'; by: string }
    | Unmeasured
  >;
  /** Moves main to a commit that has it in its history, and nowhere else. */
  land(job: Job, point: TddPoint, context: HybridContext): Promise<{ ok: true } | { ok: false; stop: HybridStop }>;
  /** Attests how the landed commits were proven; returns problems in words. */
  attest(ending: TddEnding, context: HybridContext): Promise<readonly string[]>;
  /** Keeps work that did not land, under a ref of ours; returns its name. */
  keep(point: TddPoint, context: HybridContext): Promise<string>;
  account(run: string): Promise<HybridAccount>;
  /**
   * Removes every workspace of the run, except one in which a node may still read: that is removed once the run is
   * over.
   */
  cleanUp(run: string, except: string | null): Promise<void>;
}
