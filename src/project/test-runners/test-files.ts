import { posix } from 'node:path';
import type { TestAdapter } from './adapter.ts';
import { isRunnerConfig } from './known-runners.ts';

export interface TestFileOptions {
  /** The project's own patterns (`python_files`, vitest's `include`, `.assay/config.json`), if it has some. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** The test files of a project: by its own patterns if it has some, else by the runner's convention. */
export function testFiles(adapter: TestAdapter, files: readonly string[], options: TestFileOptions = {}): string[] {
  const { include, exclude = [] } = options;
  return files.filter((path) => {
    if (exclude.some((pattern) => posix.matchesGlob(path, pattern))) return false;
    return include === undefined
      ? adapter.isTestFile(path)
      : include.some((pattern) => posix.matchesGlob(path, pattern));
  });
}

export type Touched =
  /** Something that every test depends on was changed. */
  { readonly type: 'all'; readonly because: string } | { readonly type: 'files'; readonly files: readonly string[] };

/**
 * Which test files a change affects: those it changes, and those named after what it changes. A guess that saves time;
 * callers that must be sure run all.
 */
export function touchedTests(
  adapter: TestAdapter,
  changed: readonly string[],
  files: readonly string[],
  options: TestFileOptions = {},
): Touched {
  const ground = changed.find(isSupportFile);
  if (ground !== undefined) return { type: 'all', because: ground };
  const tests = testFiles(adapter, files, options);
  const known = new Set(tests);
  const touched = changed.flatMap((path) => (known.has(path) ? [path] : testsNamedFor(path, tests)));
  return { type: 'files', files: [...new Set(touched)].sort() };
}

/** Manifests, lockfiles, configuration and shared set-up. */
export const isSupportFile = (path: string): boolean =>
  isRunnerConfig(posix.basename(path)) ||
  /(^|\/)(package\.json|[^/]*lock(file)?(\.json|\.yaml|\.toml|b)?|pyproject\.toml|setup\.(py|cfg)|requirements[^/]*\.txt|tox\.ini|go\.(mod|sum)|Cargo\.toml|tsconfig[^/]*\.json|[^/]*\.config\.[cm]?[jt]s|pom\.xml|build\.gradle(\.kts)?|Gemfile|composer\.json|CMakeLists\.txt)$/.test(
    path,
  );

/** `src/cart.ts` → `cart.test.ts` beside it, `test/cart.test.ts`; a Go file → the tests of its package. */
function testsNamedFor(path: string, tests: readonly string[]): readonly string[] {
  const folder = posix.dirname(path);
  if (path.endsWith('.go')) return tests.filter((test) => posix.dirname(test) === folder);
  const name = stemOf(path);
  const same = tests.filter((test) => stemOf(test) === name && extensionOf(test) === extensionOf(path));
  // Two files of the same name: the nearest tests belong to this one.
  const nearest = Math.max(...same.map((test) => nearness(test, path)));
  return same.filter((test) => nearness(test, path) === nearest);
}

const stemOf = (path: string): string =>
  posix
    .basename(path)
    .replace(/\.[^.]+$/, '')
    .replace(/[._-](test|tests|spec)$|^(test|tests)[._-]|Tests?$|Spec$/, '')
    .toLowerCase();

/** Languages of one family test each other. */
const extensionOf = (path: string): string => {
  const extension = posix.extname(path).slice(1);
  return /^[cm]?[jt]sx?$|^vue$|^svelte$/.test(extension) ? 'js' : extension;
};

/** How similar two folders are, in any order: src/shop/cart.py and tests/shop/test_cart.py share `shop`. */
function nearness(a: string, b: string): number {
  const [one, other] = [a, b].map((path) => new Set(posix.dirname(path).split('/')));
  return one && other ? 2 * one.intersection(other).size - one.symmetricDifference(other).size : 0;
}
