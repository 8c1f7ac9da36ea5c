import type { ToolRule } from '../toolchain/language-table.ts';
import type { TestAdapter } from './adapter.ts';

/**
 * Everything Assay knows about one test runner that it can run and read. Gates, command policy, source-code facts and
 * `assay connect` derive from it: a new runner is one file and a line in `profiles.ts`. A feature that a runner lacks
 * is `null` or an empty list, so that the compiler asks about it.
 */
export interface RunnerProfile extends TestAdapter, RunnerTraces {
  /** How to recognise it in a project's files, and how it is usually run. */
  readonly found: Omit<ToolRule, 'name' | 'role'>;
  /** More command lines that run tests, as patterns of the command policy (`cargo hack test`). */
  readonly lines: readonly string[];
  /** Whether the words of a command start it. */
  startedBy(words: Words): boolean;
  /** How a project's own command line for it is parsed; null where only the tests can be read from it. */
  readonly commandLine: RunnerOptions | null;
  /**
   * Which files the project's own configuration calls tests, given the options and targets of its script; a pattern
   * with `!` excludes files. Null where the runner has no such setting that is read.
   */
  readonly ownPatterns:
    | ((
        read: (name: string) => string,
        options: readonly string[],
        targets?: readonly string[],
      ) => readonly OwnPattern[] | null)
    | null;
  /** Its targets only narrow the run. For other runners, the targets are test files. */
  readonly targetsNarrow?: true;
  /** The files to run, from those that the command line names; null if settings add nothing. */
  readonly configuredTargets?: (targets: readonly string[], read: (name: string) => string) => readonly string[];
  /**
   * The files to run if neither a script nor the configuration names any; only for a runner that does not search all folders.
   */
  readonly usualTargets?: (files: readonly string[]) => readonly string[];
  /**
   * Variables that a checkout of such files needs, because nothing is installed in it; paths are relative to the
   * folder.
   */
  readonly env: ((files: readonly string[], read: (name: string) => string) => Readonly<Record<string, string>>) | null;
  /** The option that stops it at the first failure; null where it always runs all. */
  readonly bail: readonly string[] | null;
  /** A test that must fail; null where none can be written for it. */
  readonly canary: Canary | null;
  /** How a file next to the project's tests calls the code under test; null if that is done outside the runner. */
  readonly asks: { readonly test: string; readonly load: string } | null;
  /** A file with one empty test, which shows the files that the runner itself reads; null if that is not checked. */
  readonly blankTest: string | null;
  /** Whether a first run may cache compiled packages for later ones. */
  readonly keepsCompiled: boolean;
}

/**
 * A glob of paths from the runner's folder, or an expression for them with a leading `/`: runners match whole paths.
 */
export type OwnPattern = string | RegExp;

/** Facts about a runner that Assay may only recognise: how to detect it, and which files and packages it measures with. */
export interface RunnerTraces {
  readonly runner: string;
  readonly family: 'javascript' | 'python' | 'other';
  /** Programs that run tests with any arguments. */
  readonly programs: readonly string[];
  /** Base names of files that decide how it measures: protected. */
  readonly configFiles: RegExp | null;
  /** Its keys in package.json: protected. */
  readonly manifestKeys: readonly string[];
  /** Packages whose version affects the measurement; matched against a package's whole name. */
  readonly packages: RegExp | null;
  /** Modules that only tests and their helpers import; matched against the beginning of a module's name. */
  readonly modules: RegExp | null;
  /** What tests import from it by name. */
  readonly imports: readonly string[];
  /** Words that do not occur in a program by chance. */
  readonly names: readonly string[];
  /** Prefixes of the variables that tell a program that this runner runs it. */
  readonly variables: readonly string[];
  /** Global names that it defines in every file. */
  readonly globals: readonly string[];
}

export type Words = readonly (string | null)[];

export interface RunnerOptions {
  /** Options that take the next word. */
  readonly values: string;
  /** Options for people, or for another mode: left out. */
  readonly dropped: RegExp;
  /** Words that are no target. */
  readonly verbs: string;
}

export interface Canary {
  /** The mark as it appears in the test's title. */
  name(mark: string): string;
  write(mark: string, file: CanaryFile): string;
}

/** A test file to which a canary is appended. */
export interface CanaryFile {
  readonly path: string;
  readonly text: string;
  /** Without imports and comments. */
  readonly code: string;
}

/** Features that most runners lack. */
export const NO_TRACES = {
  ...{ programs: [], manifestKeys: [], imports: [], names: [], variables: [], globals: [] },
  ...{ configFiles: null, packages: null, modules: null },
} as const satisfies Partial<RunnerTraces>;

/** A runner whose tests are not rewritten: only its report is read. */
export const REPORT_ONLY = {
  ...{ commandLine: null, ownPatterns: null, env: null, bail: null, canary: null, asks: null },
  ...{ blankTest: null, keepsCompiled: false },
} as const satisfies Partial<RunnerProfile>;

export const byProgram =
  (...names: readonly string[]) =>
  (words: Words): boolean =>
    names.includes(words[0] ?? '');

/** `go test`, with any arguments. */
export const bySubcommand =
  (program: string, ...subcommands: readonly string[]) =>
  (words: Words): boolean =>
    words[0] === program && subcommands.includes(words[1] ?? '');

export const byPythonModule =
  (module: string) =>
  (words: Words): boolean =>
    /^python[\d.]*$/.test(words[0] ?? '') && words[1] === '-m' && words[2] === module;
