import type { ToolRule } from '../toolchain/language-table.ts';
import type { TestAdapter } from './adapter.ts';

/**
 * Everything Assay knows of one test runner that it can run and read. Gates, command policy, source-code facts and
 * `assay connect` derive from it: a new runner is one file and a line in `profiles.ts`. What a runner does not have is
 * said as `null` or an empty list, so that the compiler asks about it.
 */
export interface RunnerProfile extends TestAdapter, RunnerTraces {
  /** How it shows in a project's files, and the usual way to run it. */
  readonly found: Omit<ToolRule, 'name' | 'role'>;
  /** More command lines that run tests, as patterns of the command policy (`cargo hack test`). */
  readonly lines: readonly string[];
  /** Whether the words of one command start it. */
  startedBy(words: Words): boolean;
  /** How a project's own command line for it is read; null where only its tests can be told from it. */
  readonly commandLine: RunnerOptions | null;
  /**
   * Which files the project's own configuration calls tests, given the options that its script starts the runner with;
   * `!` before a pattern takes files away. Null where the runner has no such setting that is read.
   */
  readonly ownPatterns:
    | ((read: (name: string) => string, options: readonly string[]) => readonly OwnPattern[] | null)
    | null;
  /** What it is told to run where neither a script nor its configuration says; only of a runner that does not look everywhere. */
  readonly usualTargets?: (files: readonly string[]) => readonly string[];
  /** Variables that a checkout of such files needs, because nothing is installed in it; paths are from the folder. */
  readonly env: ((files: readonly string[], read: (name: string) => string) => Readonly<Record<string, string>>) | null;
  /** What makes it stop at the first failure; null where it runs them all. */
  readonly bail: readonly string[] | null;
  /** A test that must fail; null where none can be written for it. */
  readonly canary: Canary | null;
  /** How a file beside the project's tests asks the code under test; null where that is done outside of the runner. */
  readonly asks: { readonly test: string; readonly load: string } | null;
  /** Whether a first run may keep compiled packages for those after it. */
  readonly keepsCompiled: boolean;
}

/** A glob of paths from the runner's folder, or an expression for them with a `/` before: as runners match whole paths. */
export type OwnPattern = string | RegExp;

/** What of a runner is known even where Assay does not run it: how it is told apart, and what it measures with. */
export interface RunnerTraces {
  readonly runner: string;
  readonly family: 'javascript' | 'python' | 'other';
  /** Programs that run tests whatever they are given. */
  readonly programs: readonly string[];
  /** Base names of files that decide how it measures: protected. */
  readonly configFiles: RegExp | null;
  /** Its keys in package.json: protected. */
  readonly manifestKeys: readonly string[];
  /** Packages whose version counts for what is measured; for a package's whole name. */
  readonly packages: RegExp | null;
  /** Modules that only tests and their helpers import; for the beginning of a module's name. */
  readonly modules: RegExp | null;
  /** What tests import from it by name. */
  readonly imports: readonly string[];
  /** Words that nobody writes into a program by chance. */
  readonly names: readonly string[];
  /** Beginnings of the variables that tell a program that this runner runs it. */
  readonly variables: readonly string[];
  /** Names that it gives to every file. */
  readonly globals: readonly string[];
}

export type Words = readonly (string | null)[];

export interface RunnerOptions {
  /** Options that take the next word. */
  readonly values: string;
  /** Options for people, or for another way of running: left out. */
  readonly dropped: RegExp;
  /** Words that are no target. */
  readonly verbs: string;
}

export interface Canary {
  /** The mark as it stands in the test's title. */
  name(mark: string): string;
  write(mark: string, file: CanaryFile): string;
}

/** A test file that a canary is put at the end of. */
export interface CanaryFile {
  readonly path: string;
  readonly text: string;
  /** Without imports and comments. */
  readonly code: string;
}

/** What most runners do not have. */
export const NO_TRACES = {
  ...{ programs: [], manifestKeys: [], imports: [], names: [], variables: [], globals: [] },
  ...{ configFiles: null, packages: null, modules: null },
} as const satisfies Partial<RunnerTraces>;

/** A runner whose tests are not rewritten: only its report is read. */
export const REPORT_ONLY = {
  ...{ commandLine: null, ownPatterns: null, env: null, bail: null, canary: null, asks: null, keepsCompiled: false },
} as const satisfies Partial<RunnerProfile>;

export const byProgram =
  (...names: readonly string[]) =>
  (words: Words): boolean =>
    names.includes(words[0] ?? '');

/** `go test`, whatever follows. */
export const bySubcommand =
  (program: string, ...subcommands: readonly string[]) =>
  (words: Words): boolean =>
    words[0] === program && subcommands.includes(words[1] ?? '');

export const byPythonModule =
  (module: string) =>
  (words: Words): boolean =>
    /^python[\d.]*$/.test(words[0] ?? '') && words[1] === '-m' && words[2] === module;
