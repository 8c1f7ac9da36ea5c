import { z } from 'zod';
import type { Command, ExecResult } from './exec.ts';
import { TreeHash } from './ids.ts';
import type { Mount } from './sandbox.ts';

/** A git commit hash (sha1 or sha256 repositories). */
export const Sha = z
  .string()
  .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
  .brand<'Sha'>();
export type Sha = z.infer<typeof Sha>;

/** Safe as a folder, as the last part of a git ref, and on a screen. */
export const WorkspaceName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9_-]|\.(?!\.|lock(\.|$)|$)){0,62}$/, 'lower-case letters, digits, "-", "_" and single dots')
  .brand<'WorkspaceName'>();
export type WorkspaceName = z.infer<typeof WorkspaceName>;

const oneLine = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\r\n\0]*$/, 'one line');

/** `<phase>: <brief>`, what was done, and trailers that lead back to the run. */
export const CommitMessage = z.object({
  phase: oneLine.max(40).regex(/^[^:]*$/, 'no colon'),
  brief: oneLine.max(200),
  summary: z.string().default(''),
  session: oneLine,
  node: oneLine,
  costUsd: z.number().nonnegative(),
});
export type CommitMessage = z.input<typeof CommitMessage>;

export const FileKind = z.enum(['file', 'executable', 'symlink', 'submodule']);
export type FileKind = z.infer<typeof FileKind>;

export const Hunk = z.object({
  oldStart: z.number().int(),
  oldLines: z.number().int(),
  newStart: z.number().int(),
  newLines: z.number().int(),
  /** What git found the hunk to be in: a function, a class. */
  heading: z.string(),
  /** Each with its first character: space, `+`, `-` or `\`. */
  lines: z.array(z.string()),
});
export type Hunk = z.infer<typeof Hunk>;

/**
 * One file of a diff. Paths are relative to the repository, with `/`. A path that is not UTF-8, or that itself begins
 * with a double quote, is given as git quotes it (`"caf\351"`), so no two files ever share a name here.
 */
export const DiffFile = z.object({
  path: z.string(),
  status: z.enum(['added', 'deleted', 'modified', 'renamed', 'type-changed']),
  /** Where a renamed file was before. */
  oldPath: z.string().optional(),
  kind: FileKind.nullable(),
  oldKind: FileKind.nullable(),
  binary: z.boolean(),
  /** Lines; 0 for binary files. */
  added: z.number().int(),
  deleted: z.number().int(),
  hunks: z.array(Hunk),
  /** Some or all hunks were left out for their size. */
  truncated: z.boolean(),
});
export type DiffFile = z.infer<typeof DiffFile>;

export const Diff = z.object({ from: TreeHash, to: TreeHash, files: z.array(DiffFile) });
export type Diff = z.infer<typeof Diff>;

export const Conflict = z.object({ paths: z.array(z.string()), kind: z.string(), message: z.string() });
export type Conflict = z.infer<typeof Conflict>;

/** `unchanged`: there is nothing new; `sha` is the head, so a step that is repeated after a crash finds its commit. */
export type CommitOutcome =
  | { readonly type: 'committed'; readonly sha: Sha; readonly tree: TreeHash }
  | { readonly type: 'unchanged'; readonly sha: Sha; readonly tree: TreeHash };

export type MergeOutcome = CommitOutcome | { readonly type: 'conflict'; readonly conflicts: readonly Conflict[] };

export interface DiffLimits {
  /** Of the patch text of all files together. */
  readonly totalBytes?: number;
  readonly bytesPerFile?: number;
}

export interface TreeState {
  /** The tree of the last commit that Assay made (or of the base). */
  readonly committed: TreeHash;
  /** The tree that a commit made now would have. */
  readonly work: TreeHash;
  readonly dirty: boolean;
}

/**
 * An isolated checkout. Its history is kept outside the checkout, where no agent reaches: the `.git` inside is the
 * agent's own toy, never read. No method that reads or changes the files may run while an agent works in them.
 */
export interface Workspace {
  readonly name: WorkspaceName;
  readonly path: string;
  readonly base: Sha;
  /** Dependencies: read-only, shared, and not part of the tree. */
  readonly mounts: readonly Mount[];
  /** Added to the environment so that the mounts are found. */
  readonly env: Readonly<Record<string, string>>;
  /** Things a person should know: a layer that could not be had, files that were not copied. */
  readonly notes: readonly string[];

  exec(command: Command, signal?: AbortSignal): Promise<ExecResult>;
  head(): Promise<Sha>;
  state(): Promise<TreeState>;
  commit(message: CommitMessage): Promise<CommitOutcome>;
  /** From a commit (default: the base) to the last commit. */
  diff(from?: Sha, limits?: DiffLimits): Promise<Diff>;
  /** Puts one commit of another workspace on top of this one's. The checkout must be clean. */
  take(from: Workspace, sha: Sha): Promise<MergeOutcome>;
  /** Merges another workspace's head, always with a merge commit. The checkout must be clean. */
  merge(from: Workspace, message: CommitMessage): Promise<MergeOutcome>;
  /** All commits since the base as one. The checkout is not touched. */
  squash(message: CommitMessage): Promise<CommitOutcome>;
  diskUse(): Promise<number>;
  close(): Promise<void>;
}

/** A plain folder with the files of one tree and nothing else, not even `.git`: what a gate measures. */
export interface Checkout {
  readonly path: string;
  readonly tree: TreeHash;
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  close(): Promise<void>;
}

export interface CreateWorkspace {
  readonly name: string;
  /** A folder in the person's repository, or a bare repository. */
  readonly repository: string;
  /** A branch, tag or commit; HEAD without it. A commit made in a workspace may be named by its hash. */
  readonly from?: string;
  readonly signal?: AbortSignal;
}

export interface CreateCheckout {
  readonly repository: string;
  readonly tree: TreeHash;
  readonly signal?: AbortSignal;
}

export interface DiskUse {
  readonly total: number;
  readonly limit: number;
  readonly workspaces: readonly { readonly name: string; readonly bytes: number }[];
  readonly history: number;
  readonly caches: number;
}

export interface SweepOptions {
  /** Workspaces that a run will come back to. */
  readonly keep?: (name: string) => boolean;
  /** Also removes seeds and layers that no workspace refers to and nobody used for so long. */
  readonly unusedForMs?: number;
}

export interface SweepReport {
  readonly removed: readonly string[];
  /** Left behind by a process of another machine, container or boot: removed only when old. */
  readonly foreign: readonly string[];
  readonly failed: readonly { readonly name: string; readonly why: string }[];
}

export interface WorkspaceStore {
  create(wanted: CreateWorkspace): Promise<Workspace>;
  /** Takes over a workspace whose process is gone; one that is held is refused. */
  open(name: string): Promise<Workspace>;
  checkout(wanted: CreateCheckout): Promise<Checkout>;
  /** Whether two commits would merge, without touching any checkout. */
  predict(repository: string, ours: Sha, theirs: Sha): Promise<readonly Conflict[]>;
  /** Brings a commit into the person's repository under a ref of our own (`refs/assay/…`). No hook runs. */
  deliver(repository: string, sha: Sha, ref: string): Promise<void>;
  diskUse(): Promise<DiskUse>;
  /** Removes what dead processes left behind. */
  sweep(options?: SweepOptions): Promise<SweepReport>;
}
