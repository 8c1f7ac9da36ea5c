import type { Command, ExecResult } from '#contracts/exec.ts';
import type { EvidenceRef } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TestEvidence, TestSelection } from '#contracts/test-run.ts';
import type { CommitHook, CommitHookName, Diff } from '#contracts/workspace.ts';
import type { RunnerStart } from '#project/test-runners/adapter.ts';
import type { FileEdits } from './edited-checkout.ts';
import type { Service } from './services/service.ts';

/** One of the project's own test runners, found or configured: not the agent's to name. */
export interface ProjectRunner {
  /** The adapter's name: `vitest`, `pytest`. */
  readonly runner: string;
  /** From the project's top; '.' is the top. */
  readonly root: string;
  isTestFile(path: string): boolean;
  /** How the project itself starts it. */
  readonly start?: RunnerStart;
  readonly launch?: readonly [string, ...string[]];
  /** A shell line that makes what the tests need: a build. */
  readonly setup?: string;
  /** Paths are from the unit's folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** What its tests need beside them. */
  readonly services?: readonly Service[];
  /** What spoke for it, where no file of the project names it. */
  readonly because?: string;
}

/** A measurement, kept: what was found, and where its evidence lies. */
export interface Measured<T> {
  readonly value: T;
  readonly evidence: EvidenceRef;
  /** What came over the pipe of its channel, where it had one; null where that was more than anybody reads. */
  readonly heard?: string | null;
  /** Of the files that were asked about, those that were read; null where the machine does not tell. */
  readonly read?: readonly string[] | null;
}

/**
 * A folder of ours that a run finds at `at`, read-only, with our files and a pipe (`PIPE`) that only we read: what is
 * written there cannot be taken back, and nothing that a program prints is mistaken for it.
 */
export interface Channel {
  readonly at: string;
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** A program of ours that the run finds where it lies outside. */
  readonly program?: string;
}

/** The name of the pipe in the folder of a channel. */
export const PIPE = 'p';

export interface TestOrder {
  readonly tree: TreeHash;
  /** The tree that this is evidence of, where `tree` is that one with something of ours in it. */
  readonly of?: TreeHash;
  /** Files of the tree that are otherwise for this run. */
  readonly edits?: FileEdits;
  readonly runner: ProjectRunner;
  readonly select: TestSelection;
  /** Ids that must be in the report. */
  readonly expected?: readonly string[];
  readonly timeoutMs?: number;
  readonly channel?: Channel;
  /** Files of the tree of which it is to be told whether the run reads them. */
  readonly reads?: readonly string[];
}

/**
 * A gate's hands. All of it is about trees, never about a folder that somebody still works in: every run is made in a
 * fresh checkout of the tree, in a sandbox, with the dependencies that its lockfile names.
 */
export interface TreeRunner {
  list(tree: TreeHash): Promise<readonly string[]>;
  /** Null where there is no such file; undecodable bytes are replaced. */
  read(tree: TreeHash, path: string): Promise<string | null>;
  /** The texts of files, many at once; what is not there is left out. */
  readAll(tree: TreeHash, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  diff(from: TreeHash, to: TreeHash): Promise<Diff>;
  /** A tree as `tree`, with these files as given; null removes one. */
  write(tree: TreeHash, edits: ReadonlyMap<string, string | null>): Promise<TreeHash>;
  /** A tree as `tree`, with these paths as they are in `from`: also the mode, and absent where they are absent. */
  overlay(tree: TreeHash, from: TreeHash, paths: readonly string[]): Promise<TreeHash>;
  /** The runners of the project as this tree configures them. */
  runners(tree: TreeHash): Promise<readonly ProjectRunner[]>;
  /** Makes checkouts of a tree ready, for runs that will be asked for; they are gone with `cool`. */
  warm(tree: TreeHash, count: number): void;
  cool(tree: TreeHash): Promise<void>;
  test(order: TestOrder, signal?: AbortSignal): Promise<Measured<TestEvidence>>;
  run(tree: TreeHash, command: Command, signal?: AbortSignal, channel?: Channel): Promise<Measured<ExecResult>>;
  /** What git runs before a commit of the person's. */
  commitHook(name?: CommitHookName): Promise<CommitHook | null>;
  /** What was measured of this project before, by a name; null where nothing was, or not lately. */
  recall(name: string): Promise<unknown>;
  remember(name: string, value: unknown, brief?: boolean): Promise<void>;
  /** Keeps whatever else speaks for a verdict. */
  keep(kind: EvidenceRef['kind'], summary: string, tree: TreeHash | null, details: unknown): Promise<EvidenceRef>;
}
