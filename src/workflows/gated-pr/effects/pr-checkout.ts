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

/** The files as the agent left them, and why a checkout of the tree would differ from them. */
export interface Snapshot {
  readonly tree: TreeHash;
  readonly problems: readonly Refusal[];
}

/** The git and the folder of a PR: a workspace of its own, or the person's checkout. Everything else is shared. */
export interface PrCheckout {
  readonly mode: GatedState['mode'];
  /** Where the agent works. */
  folder(state: GatedState): Promise<string>;
  /** Before a PR is picked: updates main from its remote, where work begins with that. */
  pull(state: GatedState): Promise<Refused | null>;
  /** Before a PR is drafted: the name of the workspace, where there is one. */
  prepare(state: GatedState, context: PrContext): Promise<string | null>;
  /** As on main: a file in a checkout may have been edited by anyone. */
  planText(state: GatedState): Promise<string | null>;
  /** Whether the plan in a person's checkout has an uncommitted edit. */
  planEdited(state: GatedState): Promise<boolean>;
  createBranch(
    title: string,
    state: GatedState,
    context: PrContext,
  ): Promise<{ ok: true; branch: string; base: Point } | Refused>;
  snapshot(state: GatedState): Promise<Snapshot>;
  checkpoint(tree: TreeHash, over: Sha, state: GatedState): Promise<Pointed>;
  /** Resets to a checkpoint; discarded work is kept under a ref of our own. */
  reset(to: Point, state: GatedState, context: PrContext): Promise<string | null>;
  finalCommit(title: string, tree: TreeHash, state: GatedState): Promise<Pointed>;
  /** Marks this PR as done by this commit in the plan, as a commit of its own. */
  planCommit(title: string, commit: Sha, state: GatedState): Promise<Pointed>;
  /** Main cannot take the branch: puts it where a person can merge both. Returns the name of the branch there. */
  offer(point: Point, state: GatedState): Promise<string>;
  /** Why the branch cannot be taken as a person left it. */
  unfitToAdopt(head: Sha, state: GatedState): Promise<Refused | null>;
  /** The work continues from a commit that a person made of the branch and main. */
  adopt(head: Sha, main: Sha, state: GatedState, context: PrContext): Promise<{ place: string | null; point: Point }>;
  /** The branch is merged: leaves it. Never fails; what could not be done is reported. */
  leave(state: GatedState): Promise<readonly string[]>;
}
