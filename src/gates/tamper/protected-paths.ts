import { posix } from 'node:path';
import { isRunnerConfig } from '#project/test-runners/known-runners.ts';

export type Protection =
  | 'test-config'
  | 'checks'
  | 'scripts'
  | 'hooks'
  | 'started'
  | 'instructions'
  | 'assay'
  | 'packages'
  | 'caches'
  | 'snapshot'
  | 'test-support';

/**
 * Files that decide how work is measured. They are recognised by name, because tools find them by name. The files that
 * they refer to are found by reading them (`groundFiles`).
 */
export function protectionOf(path: string): Protection | null {
  const name = posix.basename(path);
  if (path.startsWith('.assay/')) return 'assay';
  if (PACKAGES.test(path)) return 'packages';
  if (/(^|\/)(\.cargo\/config(\.toml)?|\.config\/nextest\.toml|\.mvn\/.+)$/.test(path)) return 'test-config';
  if (CACHES.test(path)) return 'caches';
  if (/(^|\/)(\.husky|\.githooks|\.git-hooks)\//.test(path) || HOOKS.test(name)) return 'hooks';
  if (SERVERS.test(path)) return 'scripts';
  if (STARTED.test(path)) return 'started';
  if (INSTRUCTIONS.test(path)) return 'instructions';
  if (isRunnerConfig(name) || TEST_CONFIG.test(name)) return 'test-config';
  if (CHECKS.test(name)) return 'checks';
  if (SCRIPTS.test(name)) return 'scripts';
  if (/\.snap$|(^|\/)__snapshots__\//.test(path)) return 'snapshot';
  if (/(^|\/)(__mocks__|__fixtures__|testdata|fixtures?)\//.test(path)) return 'test-support';
  if (/(^|\/)(tests?|__tests__|specs?|e2e)\//.test(path)) return 'test-support';
  // Type tests: a compiler reads them (tsd, vitest --typecheck, tstyche), and nothing ever runs them.
  if (/\.((test|spec)-d|tst)\.[cm]?tsx?$/.test(path)) return 'test-support';
  return null;
}

/** Folders in which runners find packages before those of the lockfile. */
const PACKAGES =
  /(^|\/)(node_modules|site-packages|\.venv|venv|__pypackages__|\.pnp\.[cm]?js|\.yarn|vendor\/(autoload\.php|composer|bin|phpunit)|[^/]+\.(egg-info|dist-info|egg-link))(\/|$)/;

/** Compiled code that is used instead of its source, and caches of checks. */
const CACHES =
  /(^|\/)(__pycache__|\.(mypy|ruff|pytest)_cache|\.eslintcache|\.stylelintcache)(\/|$)|\.(pyc|tsbuildinfo)$/;

const HOOKS = /^(\.pre-commit-config\.ya?ml|\.?lefthook(-local)?\.ya?ml|\.lintstagedrc.*|\.huskyrc.*)$/;

/** Files of CI servers. */
const SERVERS =
  /^\.(github|gitlab|circleci|buildkite|gitea|forgejo)\/|^(\.gitlab-ci\.yml|\.travis\.yml|\.?appveyor\.yml|azure-pipelines.*\.ya?ml|bitbucket-pipelines\.yml|Jenkinsfile|\.drone\.yml|\.woodpecker(\.ya?ml|\/.+))$/;

/** Editors, shells, dev containers and agents run the commands in these files as soon as somebody opens the folder. */
const STARTED =
  /(^|\/)(\.(vscode|devcontainer|claude|cursor|codex|gemini|opencode)\/|(\.envrc|\.mcp\.json|opencode\.jsonc?|\.devcontainer\.json)$)/;

/** Instructions for the next agent, and for the reviewer. */
const INSTRUCTIONS = /(^|\/)((CLAUDE|AGENTS|GEMINI)(\.local)?\.md|\.(cursor|windsurf|cline)rules)$/;

/** Files that transform code for the tests, and their settings; those of runners are in their profiles. */
const TEST_CONFIG =
  /^((postcss|babel|stryker|swc)([.-][\w-]+)*\.config\.[cm]?[jt]s(on)?|\.babelrc.*|\.postcssrc.*|\.swcrc|(site|user)customize\.py|\.coveragerc|\.nycrc.*|\.c8rc.*|\.env(\.test(\.local)?|\.local)?)$/;

const CHECKS =
  /^(tsconfig([.-][\w.-]+)?\.json|jsconfig\.json|\.?biome\.jsonc?|\.eslintrc.*|eslint\.config\.[cm]?[jt]s|\.eslintignore|\.prettierrc.*|\.prettierignore|prettier\.config\.[cm]?[jt]s|\.oxlintrc.*|\.?ruff\.toml|\.flake8|\.?mypy\.ini|pyrightconfig\.json|\.?pylintrc(\.toml)?|\.golangci\.ya?ml|clippy\.toml|rustfmt\.toml|\.editorconfig|\.stylelintrc.*)$/;

const SCRIPTS =
  /^(Makefile|GNUmakefile|justfile|\.justfile|Taskfile\.ya?ml|noxfile\.py|tox\.ini|Rakefile|\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.cjs|pnpm-workspace\.yaml|\.gitattributes|\.worktreeinclude|\.node-version|\.nvmrc|\.python-version|\.tool-versions|rust-toolchain(\.toml)?)$/i;

/**
 * Paths in a text that are files of the project: what a configuration or a script refers to. A file extension may be
 * left out after a folder: `./test` is `test.js`, the word `test` is not.
 */
export function mentionedBy(text: string, files: readonly string[], from = '.'): string[] {
  const words = [...new Set(text.match(/[\w@.][\w@./-]*[\w]/g) ?? [])];
  const base = posix.dirname(from);
  const paths = (list: readonly string[]) =>
    new Set(list.flatMap((word) => [posix.normalize(word), posix.join(base, word)]));
  const [named, inFolders] = [paths(words), paths(words.filter((word) => word.includes('/')))];
  const isNamed = (path: string): boolean => named.has(path) || inFolders.has(path.replace(/\.[cm]?[jt]sx?$/, ''));
  return files.filter((path) => path !== from && isNamed(path));
}
