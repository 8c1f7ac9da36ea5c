import { z } from 'zod';
import type { CommitOutcome, Conflict, Diff, DiffLimits, MergeOutcome, Sha } from './commits.ts';
import type { AssayConfig } from './config.ts';
import type { LayerRequest } from './dependencies.ts';
import type { ErrorInfo } from './errors.ts';
import type { Command, ExecResult } from './exec.ts';
import type { Refusal } from './gate.ts';
import type { TreeHash } from './ids.ts';
import type { RepositoryBranches, RepositoryHistory } from './repository.ts';
import type { Mount } from './sandbox.ts';

export type { CommitOutcome, DiffLimits, MergeOutcome } from './commits.ts';
export { Conflict, Diff, DiffFile, FileKind, Hunk, Sha } from './commits.ts';

/** Safe as a folder, as the last part of a git ref, and on a screen. */
export const WorkspaceName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9_-]|\.(?!\.|lock(\.|$)|$)){0,62}$/, 'lower-case letters, digits, "-", "_" and single dots')
  .brand<'WorkspaceName'>();
export type WorkspaceName = z.infer<typeof WorkspaceName>;

const OneLine = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\r\n\0]*$/, 'one line');

/** `<phase>: <brief>` (only the brief without a phase), what was done, and trailers that lead back to the run. */
export const CommitMessage = z.object({
  phase: OneLine.max(40)
    .regex(/^[^:]*$/, 'no colon')
    .nullable(),
  brief: OneLine.max(200),
  summary: z.string().default(''),
  session: OneLine,
  node: OneLine,
  /** Null where it is not known. */
  costUsd: z.number().nonnegative().nullable(),
});
export type CommitMessage = z.input<typeof CommitMessage>;

export interface TreeState {
  /** The tree of the last commit that Assay made (or of the base). */
  readonly committed: TreeHash;
  /** The tree that a commit made now would have. */
  readonly work: TreeHash;
  readonly dirty: boolean;
  /** Why a commit made now would be refused because of its files. */
  readonly unfit: Refusal | null;
}

/**
 * An isolated checkout. Its history is kept outside the checkout, where no agent can reach it: the `.git` inside is for
 * the agent's use and is never read. No method that reads or changes the files may run while an agent works in them.
 */
export interface Workspace {
  readonly name: WorkspaceName;
  readonly path: string;
  readonly base: Sha;
  /** Dependencies: read-only, shared, and not part of the tree. */
  readonly mounts: readonly Mount[];
  /** Added to the environment so that programs find the mounts. */
  readonly env: Readonly<Record<string, string>>;
  /** Things a person should know: a layer that could not be prepared, files that were not copied. */
  readonly notes: readonly string[];

  /** A command that the workspace's policy refuses is not started: `unstartable`, with COMMAND_REFUSED as its error. */
  exec(command: Command, signal?: AbortSignal): Promise<ExecResult>;
  head(): Promise<Sha>;
  state(): Promise<TreeState>;
  commit(message: CommitMessage): Promise<CommitOutcome>;
  /** From a commit (default: the base) to the last commit. */
  diff(from?: Sha, limits?: DiffLimits): Promise<Diff>;
  /** Applies one commit of another workspace on top of this one's. The checkout must be clean. */
  take(from: Workspace, sha: Sha): Promise<MergeOutcome>;
  /** Merges another workspace's head, always with a merge commit. The checkout must be clean. */
  merge(from: Workspace, message: CommitMessage): Promise<MergeOutcome>;
  /** All commits since one of them (default: since the base) as one. The checkout is not touched. */
  squash(message: CommitMessage, onto?: Sha): Promise<CommitOutcome>;
  diskUse(): Promise<number>;
  close(): Promise<void>;
}

/** A command policy's decision on one command. The caller has read the command; the workspace only obeys. */
export type CommandVerdict = { readonly allow: true } | { readonly allow: false; readonly error: ErrorInfo };
export type DecideCommand = (command: Command) => CommandVerdict;

/** A plain folder with the files of one tree and nothing else: what a gate measures. `.git` only when asked for. */
export interface Checkout {
  /** Its path. */
  readonly path: string;
  /** Its path inside a sandbox; mounts are given as seen from there. */
  readonly seenAt: string;
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
  /** The files are as in this tree, which was made in a workspace; differences to the commit are not committed. */
  readonly tree?: TreeHash;
  /** Default: that of the base commit if it is the person's own, else that in the person's checkout. */
  readonly config?: AssayConfig;
  /** Called before every command. Not kept on disk: a process that opens the workspace again passes it again. */
  readonly decide?: DecideCommand;
  /** As for opening: replaces a creation of that name that was never finished. */
  readonly takeOver?: boolean;
  readonly signal?: AbortSignal;
}

export interface OpenWorkspace {
  readonly decide?: DecideCommand;
  /**
   * Also takes over what a process of another machine or container left, which cannot be seen from here. Only for a
   * caller that knows the process is gone: one that holds the lease of the run that the workspace belongs to. Never
   * takes it from a live process.
   */
  readonly takeOver?: boolean;
}

export interface CreateCheckout {
  readonly tree: TreeHash;
  /**
   * Makes a fresh repository of it, with one commit of that tree and no other object: for test suites that need one.
   */
  readonly git?: boolean;
  /** Default: of the base commit, else that in the person's checkout. It says how dependencies are installed. */
  readonly config?: AssayConfig;
  /** Keys of dependency layers that a gate granted for this tree (`LayerRequest.key`). */
  readonly granted?: readonly string[];
  /**
   * Only of a tree of the person's own: missing dependencies are prepared from their installed ones or from the
   * lockfile. `refresh` also checks whether they have installed again. Without it only prepared layers are given.
   */
  readonly dependencies?: 'prepare' | 'refresh';
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
  /** Also removes seeds and layers that no workspace refers to and that were not used for so long. */
  readonly unusedForMs?: number;
  /** Also trims history: commits of workspaces that were closed so long ago, and unreferenced trees. */
  readonly history?: TrimHistory;
}

export interface TrimHistory {
  readonly closedForMs: number;
  /** Commits and trees that a run still refers to; they and their ancestors stay. */
  readonly keep: readonly (Sha | TreeHash)[];
}

export interface SweepReport {
  readonly removed: readonly string[];
  /** Left by a process of another machine or container: removed only when old. */
  readonly foreign: readonly string[];
  readonly failed: readonly { readonly name: string; readonly why: string }[];
  /** Bytes of history that trimming gave back. */
  readonly historyFreed: number;
}

/** What git runs before a commit of the person's. */
export interface CommitHook {
  /** From the project's top; null if it is outside the project's files. */
  readonly path: string | null;
  readonly text: string;
}

/** Before there is a message, and when there is one. */
export type CommitHookName = 'pre-commit' | 'commit-msg';

/** A person's repository: reads from it, makes trees of it, and brings work back to it. */
export interface Repository extends RepositoryHistory, RepositoryBranches {
  /** In the person's checkout; a bare repository's own. */
  readonly folder: string;
  checkout(wanted: CreateCheckout): Promise<Checkout>;
  /** Fills folders while the machine is idle: later checkouts of similar trees write only what differs. */
  expectNear(tree: TreeHash, count: number): Promise<void>;
  commitHook(name?: CommitHookName): Promise<CommitHook | null>;
  /**
   * Dependency layers that `to` needs and that are not prepared: what each would install. A gate that grants one passes
   * its key to `checkout`, which then prepares it; workspaces made afterwards find it.
   */
  dependencyRequests(from: Sha | TreeHash, to: Sha | TreeHash, config?: AssayConfig): Promise<readonly LayerRequest[]>;
  /** Whether two commits would merge, without touching any checkout. */
  predict(ours: Sha, theirs: Sha): Promise<readonly Conflict[]>;
  /** Brings a commit into the person's repository under a ref of our own (`refs/assay/…`). No hook runs. */
  deliver(sha: Sha, ref: string): Promise<void>;
}

export interface WorkspaceStore {
  /** Does not touch the folder: a problem with it is reported by the first call that needs it. */
  repository(folder: string): Repository;
  create(wanted: CreateWorkspace): Promise<Workspace>;
  /** Takes over a workspace whose process is gone; one that is held is refused. */
  open(name: string, options?: OpenWorkspace): Promise<Workspace>;
  diskUse(): Promise<DiskUse>;
  /** Removes the folders that were filled ahead. */
  close(): Promise<void>;
  /** Removes what dead processes left behind. */
  sweep(options?: SweepOptions): Promise<SweepReport>;
}
