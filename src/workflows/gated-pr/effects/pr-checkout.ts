import type { Refusal } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { Sha } from '#contracts/workspace.ts';
import type { PrContext } from '../pr-effects.ts';
import type { GatedState, Point } from '../state.ts';

export type Pointed = { readonly ok: true; readonly point: Point } | Refused;
export type Refused = { readonly ok: false; readonly reasons: Refusal[] };

export const refuse = (code: string, message: string, next: string): Refused => ({
  ok: false,
  reasons: [{ code, message, next }],
});

/** The files as the agent left them, and what about them keeps a checkout of the tree from being the same. */
export interface Snapshot {
  readonly tree: TreeHash;
  readonly problems: readonly Refusal[];
}

/** The git and the folder under a PR: an own workspace, or the person's checkout. Everything else is shared. */
export interface PrCheckout {
  readonly mode: GatedState['mode'];
  /** Where the agent works. */
  folder(state: GatedState): Promise<string>;
  /** Before a PR is picked: main as its remote has it, where work begins with that. */
  pull(state: GatedState): Promise<Refused | null>;
  /** Before a PR is drafted: the name of the workspace, where there is one. */
  prepare(state: GatedState, context: PrContext): Promise<string | null>;
  /** As main has it: what lies in a checkout may be anybody's edit. */
  planText(state: GatedState): Promise<string | null>;
  /** Whether the plan in a person's checkout has an edit that is not committed. */
  planEdited(state: GatedState): Promise<boolean>;
  createBranch(
    title: string,
    state: GatedState,
    context: PrContext,
  ): Promise<{ ok: true; branch: string; base: Point } | Refused>;
  snapshot(state: GatedState): Promise<Snapshot>;
  checkpoint(tree: TreeHash, over: Sha, state: GatedState): Promise<Pointed>;
  /** Back to a checkpoint; what is thrown away is kept under a ref of our own. */
  reset(to: Point, state: GatedState, context: PrContext): Promise<string | null>;
  finalCommit(title: string, tree: TreeHash, state: GatedState): Promise<Pointed>;
  /** The plan says that this PR is done by this commit; it becomes a commit of its own. */
  planCommit(title: string, commit: Sha, state: GatedState): Promise<Pointed>;
  /** Main cannot take the branch: it is put where a person can bring both together. The name of the branch there. */
  offer(point: Point, state: GatedState): Promise<string>;
  /** What keeps the branch from being taken as a person left it. */
  unfitToAdopt(head: Sha, state: GatedState): Promise<Refused | null>;
  /** The work goes on from a commit that a person made of the branch and of main. */
  adopt(head: Sha, main: Sha, state: GatedState, context: PrContext): Promise<{ place: string | null; point: Point }>;
  /** The branch is merged: leave it. Never fails; what could not be done is told. */
  leave(state: GatedState): Promise<readonly string[]>;
}
