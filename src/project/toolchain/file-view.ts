/** A read-only view of a project's files: a folder, a git tree, a fixture. Paths are from its top, with `/`. */
export interface FileView {
  /** Every file that may matter, sorted; folders of packages and build results are left out. */
  readonly paths: readonly string[];
  /** There were more files than are listed. */
  readonly truncated: boolean;
  /** The text of a listed file; null where there is none, or it is too large or not text. */
  read(path: string): string | null;
  /** Whether there is such a file, listed or not. */
  isThere(path: string): boolean;
}

export const viewOf = (files: ReadonlyMap<string, string>): FileView => ({
  paths: [...files.keys()].filter(isWorthListing).sort(),
  truncated: false,
  read: (path) => files.get(path) ?? null,
  isThere: (path) => files.has(path),
});

/** Not the project's own work: downloaded, built, or test data. */
const SKIPPED = new Set([
  '.git',
  '.hg',
  'node_modules',
  'bower_components',
  'vendor',
  'third_party',
  'target',
  'dist',
  'build',
  '_build',
  'deps',
  'out',
  'coverage',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.gradle',
  '.terraform',
  '.dart_tool',
  '.next',
  '.nuxt',
  '.svelte-kit',
  'Pods',
  'zig-cache',
  '.zig-cache',
  'fixtures',
  '__fixtures__',
  'testdata',
]);

export const isSkippedFolder = (name: string): boolean => SKIPPED.has(name);

const isWorthListing = (path: string): boolean => !path.split('/').slice(0, -1).some(isSkippedFolder);
