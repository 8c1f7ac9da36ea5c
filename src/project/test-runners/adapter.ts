import type { Command, ExecResult } from '#contracts/exec.ts';
import type { TestCase, TestFailure, TestRunOutcome, TestSelection } from '#contracts/test-run.ts';

/** What an adapter needs to write a command line. Paths are as the command will see them. */
export interface RunRequest {
  readonly select: TestSelection;
  /** The project's folder: absolute. Reported paths are made relative to it. */
  readonly root: string;
  /** A fresh folder outside the project for the report: absolute. */
  readonly reports: string;
  /** How to start the runner where the usual way does not work (hoisted packages, a virtual environment). */
  readonly launch?: readonly [string, ...string[]];
  /** How the project itself starts the runner, from its test script or its configuration. */
  readonly start?: RunnerStart | undefined;
  readonly timeoutMs?: number;
}

/** The settings that a project passes to its runner. */
export interface RunnerStart {
  /** For Node itself: `--import=tsx`, `--experimental-vm-modules`. */
  readonly nodeOptions: readonly string[];
  /** Options of the runner. */
  readonly options: readonly string[];
  /** Which tests to run when all are requested: files, folders and patterns. */
  readonly targets: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface RunPlan {
  readonly command: Command;
  /** Where the report is written: files in the report folder, files in the project, or standard output. */
  readonly report: ReportSource;
  /** Our own files, to be put in the report folder before the run. */
  readonly supply: Readonly<Record<string, string>>;
  /** A file at the project's top without which the report cannot be read correctly. */
  readonly reads?: string;
}

export type ReportSource =
  | { readonly from: 'file'; readonly name: string }
  | { readonly from: 'project'; readonly folders: readonly string[]; readonly suffix: string }
  | { readonly from: 'stdout' };

/** A finished run, with the text of its report; `null` where none belongs to this run. */
export interface FinishedRun {
  readonly request: RunRequest;
  readonly exec: ExecResult;
  readonly reports: readonly string[];
  /** The content of the file that the plan reads; null where there is none. */
  readonly read?: string | null;
}

/** The content of a report, before it is compared with the run. */
export interface ParsedReport {
  readonly tests: readonly TestCase[];
  /** Files that were loaded, where the report says so; a selected file must be among them. */
  readonly files: readonly string[];
  /** Failures outside of tests: files that did not load, unhandled errors. */
  readonly failures: readonly TestFailure[];
  /** Set when the report cannot be trusted as it stands. */
  readonly unbelievable?: string;
  /** Why a file had nothing to run, where the runner says so. */
  readonly emptyFiles?: readonly string[];
}

/** One test runner: how it is started, which files are its tests, how its report is read. Pure. */
export interface TestAdapter {
  readonly runner: string;
  plan(request: RunRequest): RunPlan;
  isTestFile(path: string): boolean;
  parse(run: FinishedRun): ParsedReport;
  /**
   * What the runner's output means when there is no report: not installed, no tests, a file or config that broke it.
   */
  explain(run: FinishedRun): TestRunOutcome | null;
  /** What the tests printed, where standard output is a report. */
  printed?(run: FinishedRun): string;
  /** The name that a report should have for a selected file; runners of packages name the folder. */
  nameOf?(file: string): string;
  readonly install: string;
}
