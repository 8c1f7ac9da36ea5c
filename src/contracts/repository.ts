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

/** `as-in`: as in another tree, with its mode; removed where that tree has no such file. */
export type TreeEdit =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'as-in'; readonly tree: TreeHash }
  | { readonly type: 'remove' };

/** Whether a plain checkout of a tree has the content that the project works with. */
export interface TreeOddities {
  readonly submodules: readonly string[];
  /** Files that the project passes through a program of its own (LFS, git-crypt). */
  readonly filtered: readonly { readonly path: string; readonly filter: string }[];
  /** Names that are equal where case is ignored. */
  readonly caseClashes: readonly (readonly string[])[];
}

/** A person's checkout as it is now. Nothing in it was changed to find this out. */
export interface CheckoutState {
  /** Its top folder. */
  readonly folder: string;
  /** Null before the first commit. */
  readonly head: Sha | null;
  /** Null where HEAD is detached. */
  readonly branch: string | null;
  /** The tree of its files: tracked, and untracked but not ignored. Flags in the index hide nothing from it. */
  readonly tree: TreeHash;
  /** Whether that differs from the tree of HEAD. */
  readonly dirty: boolean;
  /** In the index, with other content than HEAD has. */
  readonly staged: readonly string[];
  /**
   * Present, untracked and not in the tree, because a rule ignores them. A folder that is ignored as a whole ends with
   * `/`.
   */
  readonly ignored: readonly string[];
  /** Files whose changes `git status` does not show, by a flag in the index. */
  readonly assumeUnchanged: readonly string[];
  readonly skipWorktree: readonly string[];
  readonly unmerged: readonly string[];
  /** Repositories inside it, whose files are not in the tree. */
  readonly nested: readonly string[];
  /** Files whose filters were not run; the tree therefore has them as in HEAD. */
  readonly unmeasured: readonly string[];
  /** A merge, rebase or the like in progress. */
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
  /** Commits that `to` has and `from` has not, oldest first. */
  commitsBetween(from: Sha, to: Sha): Promise<readonly CommitInfo[]>;
  treeOf(sha: Sha): Promise<TreeHash>;
  /** Null where there is no such file. A link is followed. */
  readFileAt(at: Sha | TreeHash, path: string): Promise<Uint8Array | null>;
  /** Contents by git's name for them, many at once; missing ones are left out. */
  readBlobs(at: Sha | TreeHash, hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  listFilesAt(at: Sha | TreeHash): Promise<readonly TreeFile[]>;
  diffBetween(from: Sha | TreeHash, to: Sha | TreeHash, limits?: DiffLimits): Promise<Diff>;
  /** A tree made from another with some files changed; kept, and not checked out. */
  editTree(tree: TreeHash, edits: ReadonlyMap<string, TreeEdit>): Promise<TreeHash>;
  odditiesOf(at: Sha | TreeHash): Promise<TreeOddities>;
  /** The person's checkout, as it is now. */
  snapshot(): Promise<CheckoutState>;
}

/**
 * What happened to a branch. `moved`: it was moved meanwhile, and nothing was done. `in-the-way`: it is checked out
 * where the person's work would be lost, and nothing was done.
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
   * Moves a branch from one commit to another, or creates it (`from` null), only if it is still where the caller
   * expects it. A checkout that has the branch gets the files too, if nothing of the person's is in the way.
   */
  updateBranch(branch: string, from: Sha | null, to: Sha): Promise<BranchOutcome>;
  /** Moves a branch forward to a commit that has its head in its history. */
  fastForward(branch: string, to: Sha): Promise<BranchOutcome>;
  /**
   * A merge commit, even where a fast-forward is possible, for a gate to measure; `updateBranch` then moves a branch to
   * it.
   */
  prepareMerge(onto: Sha, commit: Sha, message: string): Promise<MergeOutcome>;
  /** Removes a branch that is where the caller expects it and is checked out nowhere. */
  deleteBranch(branch: string, from: Sha): Promise<BranchOutcome>;
}
