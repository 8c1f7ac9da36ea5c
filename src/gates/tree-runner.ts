import type { Command, ExecResult } from '#contracts/exec.ts';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestEvidence, TestSelection } from '#contracts/test-run.ts';
import type { CommitHook, CommitHookName, Diff } from '#contracts/workspace.ts';
import type { RunnerStart } from '#project/test-runners/adapter.ts';
import type { FileEdits } from './edited-checkout.ts';
import type { SiblingBuild } from './runners/sibling-builds.ts';
import type { Service } from './services/service.ts';

/** One of the project's own test runners, found or configured: the agent cannot choose it. */
export interface ProjectRunner {
  /** The adapter's name: `vitest`, `pytest`. */
  readonly runner: string;
  /** From the project's top; '.' is the top. */
  readonly root: string;
  isTestFile(path: string): boolean;
  /** How the project itself starts it. */
  readonly start?: RunnerStart;
  readonly launch?: readonly [string, ...string[]];
  /** A shell line that prepares what the tests need: a build. */
  readonly setup?: string;
  /** Packages of the project whose build output its tests load, in the order in which they are built. */
  readonly siblings?: readonly SiblingBuild[];
  /** Paths are from the unit's folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Services that its tests need. */
  readonly services?: readonly Service[];
  /** The test files that a change reaches, where it is asked for no others. */
  readonly within?: readonly string[];
  /** The evidence for it, where no file of the project names it. */
  readonly because?: string;
}

/** A stored measurement: the findings, and where its evidence is. */
export interface Measured<T> {
  readonly value: T;
  readonly evidence: EvidenceRef;
  /** The data written to the pipe of its channel, if it had one; null where that was more than is read. */
  readonly heard?: string | null;
  /** The requested files that were read; null if the machine cannot tell. */
  readonly read?: readonly string[] | null;
}

/**
 * Our folder, which a run sees read-only at `at`, with our files and a pipe (`PIPE`) that only we read: data written to
 * the pipe cannot be taken back, and no program's output can be mistaken for it.
 */
export interface Channel {
  readonly at: string;
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** A program of ours that the run sees at its path outside. */
  readonly program?: string;
}

/** The name of the pipe in the folder of a channel. */
export const PIPE = 'p';

export interface TestOrder {
  readonly tree: TreeHash;
  /** The tree that this is evidence of, if `tree` is that tree with something of ours added. */
  readonly of?: TreeHash;
  /** Files of the tree that are replaced for this run. */
  readonly edits?: FileEdits;
  readonly runner: ProjectRunner;
  readonly select: TestSelection;
  /** Ids that must be in the report. */
  readonly expected?: readonly string[];
  readonly timeoutMs?: number;
  readonly channel?: Channel;
  /** Files of the tree for which to report whether the run reads them. */
  readonly reads?: readonly string[];
}

/**
 * How a gate runs things. All of it is about trees, never about a folder that is still being edited: every run is made
 * in a fresh checkout of the tree, in a sandbox, with the dependencies that its lockfile names.
 */
export interface TreeRunner {
  list(tree: TreeHash): Promise<readonly string[]>;
  /** Null where there is no such file; undecodable bytes are replaced. */
  read(tree: TreeHash, path: string): Promise<string | null>;
  /** The texts of files, many at once; missing ones are left out. */
  readAll(tree: TreeHash, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  diff(from: TreeHash, to: TreeHash): Promise<Diff>;
  /** The same tree with these files as given; null removes one. */
  write(tree: TreeHash, edits: ReadonlyMap<string, string | null>): Promise<TreeHash>;
  /** The same tree with these paths as they are in `from`: with their mode, and absent where they are absent. */
  overlay(tree: TreeHash, from: TreeHash, paths: readonly string[]): Promise<TreeHash>;
  /** The runners of the project as this tree configures them. */
  runners(tree: TreeHash): Promise<readonly ProjectRunner[]>;
  /** Prepares checkouts of a tree for later runs; `cool` removes them. */
  warm(tree: TreeHash, count: number): void;
  cool(tree: TreeHash): Promise<void>;
  test(order: TestOrder, signal?: AbortSignal): Promise<Measured<TestEvidence>>;
  run(tree: TreeHash, command: Command, signal?: AbortSignal, channel?: Channel): Promise<Measured<ExecResult>>;
  /** The hooks that git runs before a commit of the person's. */
  commitHook(name?: CommitHookName): Promise<CommitHook | null>;
  /** An earlier measurement of this project, by name; null where there is none, or only an old one. */
  recall(name: string): Promise<unknown>;
  remember(name: string, value: unknown, brief?: boolean): Promise<void>;
  /** Stores any other evidence of a verdict. */
  keep(kind: EvidenceRef['kind'], summary: string, tree: TreeHash | null, details: unknown): Promise<EvidenceRef>;
}
