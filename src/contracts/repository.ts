import type { Diff, DiffLimits, FileKind, MergeOutcome, Sha } from './commits.ts';
import type { ErrorInfo } from './errors.ts';
import type { TreeHash } from './ids.ts';

export interface CommitInfo {
  readonly sha: Sha;
  readonly parents: readonly Sha[];
  readonly tree: TreeHash;
  readonly author: string;
  /** Of the committer, in milliseconds. */
  readonly at: number;
  readonly message: string;
}

export interface TreeFile {
  readonly path: string;
  readonly kind: FileKind;
  /** git's name for its content. */
  readonly hash: string;
  readonly bytes: number;
}

/** `as-in`: as another tree has it, mode and all; taken out where that one has no such file. */
export type TreeEdit =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'as-in'; readonly tree: TreeHash }
  | { readonly type: 'remove' };

/** What about a tree decides whether a plain checkout of it is the real thing. */
export interface TreeOddities {
  readonly submodules: readonly string[];
  /** Files that the project passes through a program of its own (LFS, git-crypt). */
  readonly filtered: readonly { readonly path: string; readonly filter: string }[];
  /** Names that are one and the same where case does not count. */
  readonly caseClashes: readonly (readonly string[])[];
}

/** A person's checkout as it is now. Nothing in it was touched to find this out. */
export interface CheckoutState {
  /** Its top folder. */
  readonly folder: string;
  /** Null before the first commit. */
  readonly head: Sha | null;
  /** Null where HEAD is detached. */
  readonly branch: string | null;
  /** Of what the files hold: tracked, and untracked but not ignored. Flags in the index hide nothing from it. */
  readonly tree: TreeHash;
  /** Whether that differs from the tree of HEAD. */
  readonly dirty: boolean;
  /** In the index, with another content than HEAD has. */
  readonly staged: readonly string[];
  /** There, not tracked and not in the tree, because a rule says so. A folder that is ignored as a whole ends with `/`. */
  readonly ignored: readonly string[];
  /** Files whose changes `git status` does not show, by a flag in the index. */
  readonly assumeUnchanged: readonly string[];
  readonly skipWorktree: readonly string[];
  readonly unmerged: readonly string[];
  /** Repositories inside it, whose files are not in the tree. */
  readonly nested: readonly string[];
  /** Files whose filters were not run, and that the tree therefore has as HEAD has them. */
  readonly unmeasured: readonly string[];
  /** A merge, rebase or the like that was begun and not ended. */
  readonly underway: string | null;
}

/**
 * Reads commits and trees: those of the person's repository and those made in workspaces, by their hashes. `at` may be
 * a commit or a tree. An unknown hash is REVISION_UNKNOWN.
 */
export interface RepositoryHistory {
  /** The commit that a branch, tag or hash names. */
  resolve(revision: string): Promise<Sha>;
  isAncestor(ancestor: Sha, of: Sha): Promise<boolean>;
  /** Null where they share no history. */
  mergeBase(one: Sha, other: Sha): Promise<Sha | null>;
  /** What `to` has and `from` has not, oldest first. */
  commitsBetween(from: Sha, to: Sha): Promise<readonly CommitInfo[]>;
  treeOf(sha: Sha): Promise<TreeHash>;
  /** Null where there is no such file. A link is read as what it points to. */
  readFileAt(at: Sha | TreeHash, path: string): Promise<Uint8Array | null>;
  /** Contents by git's name for them, many at once; what there is none of is left out. */
  readBlobs(at: Sha | TreeHash, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  listFilesAt(at: Sha | TreeHash): Promise<readonly TreeFile[]>;
  diffBetween(from: Sha | TreeHash, to: Sha | TreeHash, limits?: DiffLimits): Promise<Diff>;
  /** A tree made from another with some files changed; kept, and never checked out by this. */
  editTree(tree: TreeHash, edits: ReadonlyMap<string, TreeEdit>): Promise<TreeHash>;
  odditiesOf(at: Sha | TreeHash): Promise<TreeOddities>;
  /** The person's checkout, as it is now. */
  snapshot(): Promise<CheckoutState>;
}

/**
 * What became of a branch. `moved`: somebody else moved it, and nothing was done. `in-the-way`: it is checked out where
 * work of the person would be lost, and nothing was done.
 */
export type BranchOutcome =
  | { readonly type: 'updated'; readonly sha: Sha }
  | { readonly type: 'unchanged'; readonly sha: Sha }
  | { readonly type: 'moved'; readonly found: Sha | null }
  | { readonly type: 'not-fast-forward'; readonly found: Sha }
  | {
      readonly type: 'in-the-way';
      readonly folder: string;
      readonly paths: readonly string[];
      readonly error: ErrorInfo;
    };

/**
 * Brings work back into the person's repository. No hook, filter, driver or monitor of that repository runs. Every
 * operation may be repeated after a crash: it finds what it did and does the rest.
 */
export interface RepositoryBranches {
  /**
   * Moves a branch from one commit to another, or makes it (`from` null), only if it is where it is believed to be.
   * A checkout that has the branch gets the files too, if nothing of the person's is in the way.
   */
  updateBranch(branch: string, from: Sha | null, to: Sha): Promise<BranchOutcome>;
  /** Moves a branch forward to a commit that has its head in its history. */
  fastForward(branch: string, to: Sha): Promise<BranchOutcome>;
  /** A merge commit, also where a fast-forward would do, for a gate to measure; `updateBranch` then moves a branch to it. */
  prepareMerge(onto: Sha, commit: Sha, message: string): Promise<MergeOutcome>;
  /** Removes a branch that is where it is believed to be, and is checked out nowhere. */
  deleteBranch(branch: string, from: Sha): Promise<BranchOutcome>;
}
