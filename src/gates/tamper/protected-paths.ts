import { posix } from 'node:path';

export type Protection = 'test-config' | 'checks' | 'scripts' | 'hooks' | 'assay' | 'snapshot' | 'test-support';

/**
 * Files that decide how work is measured. By their names, since tools look for them by name; what such a file points to
 * is found by reading it (`mentionedBy`).
 */
export function protectionOf(path: string): Protection | null {
  const name = posix.basename(path);
  if (path === '.assay/config.json' || path.startsWith('.assay/')) return 'assay';
  if (
    /(^|\/)(\.husky|\.githooks|\.git-hooks)\//.test(path) ||
    /^(\.pre-commit-config\.ya?ml|lefthook\.ya?ml|\.lintstagedrc.*)$/.test(name)
  )
    return 'hooks';
  if (/^\.(github|gitlab|circleci|buildkite)\//.test(path) || name === '.gitlab-ci.yml') return 'scripts';
  if (TEST_CONFIG.test(name)) return 'test-config';
  if (CHECKS.test(name)) return 'checks';
  if (
    /^(Makefile|GNUmakefile|justfile|Taskfile\.ya?ml|noxfile\.py|tox\.ini|Rakefile|\.npmrc|\.gitattributes)$/i.test(
      name,
    )
  )
    return 'scripts';
  if (/\.snap$|(^|\/)__snapshots__\//.test(path)) return 'snapshot';
  if (/(^|\/)(__mocks__|__fixtures__|testdata|fixtures?)\//.test(path)) return 'test-support';
  if (/(^|\/)(tests?|__tests__|specs?|e2e)\//.test(path)) return 'test-support';
  return null;
}

const TEST_CONFIG =
  /^((vitest|vite|jest|karma|playwright|cypress|ava|wdio|babel|stryker)([.-][\w-]+)*\.config\.[cm]?[jt]s(on)?|vitest\.workspace\.[cm]?[jt]s(on)?|jest\.config\.json|\.mocharc.*|\.babelrc.*|babel\.config\.json|pytest\.ini|\.pytest\.ini|pytest\.toml|conftest\.py|sitecustomize\.py|usercustomize\.py|\.coveragerc|\.nycrc.*|\.c8rc.*|phpunit\.xml.*|\.rspec)$/;

const CHECKS =
  /^(tsconfig([.-][\w.-]+)?\.json|jsconfig\.json|biome\.jsonc?|\.eslintrc.*|eslint\.config\.[cm]?[jt]s|\.eslintignore|\.prettierrc.*|\.prettierignore|prettier\.config\.[cm]?[jt]s|\.oxlintrc.*|ruff\.toml|\.ruff\.toml|\.flake8|mypy\.ini|\.mypy\.ini|pyrightconfig\.json|\.pylintrc|pylintrc|\.golangci\.ya?ml|clippy\.toml|rustfmt\.toml|\.editorconfig|\.stylelintrc.*)$/;

/** Paths that a text names and that are files of the project: what a configuration or a script points to. */
export function mentionedBy(text: string, files: readonly string[], from = '.'): string[] {
  const words = new Set(text.match(/[\w@.][\w@./-]*[\w]/g) ?? []);
  const base = posix.dirname(from);
  const named = new Set([...words].flatMap((word) => [posix.normalize(word), posix.join(base, word)]));
  return files.filter((path) => path !== from && (named.has(path) || named.has(path.replace(/\.[cm]?[jt]sx?$/, ''))));
}
