import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';

interface Measuring {
  readonly base: TreeHash;
  readonly preflight: string | false | null;
  readonly runners: readonly ProjectRunner[];
}

/**
 * Which comments of a Python file name a check that nothing here runs: what is not run cannot be switched off, and
 * typed projects name such exceptions as they go (`# type: ignore[misc]`). Preflight, commit hook and tests are what
 * runs; of a program that starts others (tox, make, a script) nobody knows which.
 */
export async function checksNotRun(
  treeRunner: Pick<TreeRunner, 'readAll' | 'commitHook'>,
  { base, preflight, runners }: Measuring,
): Promise<(path: string, text: string) => boolean> {
  if ((await treeRunner.commitHook()) !== null) return () => false;
  const configs = runners.flatMap(({ root }) => TEST_CONFIGS.map((name) => posix.join(root, name)));
  const texts = [...(await treeRunner.readAll(base, [...new Set([...TEST_CONFIGS, ...configs])])).values()];
  const started = runners.map(({ start, launch, setup }) => JSON.stringify([start, launch, setup]));
  const runs = [preflight || '', ...started, ...texts.flatMap(optionsIn)].join('\n');
  if (STARTS_OTHERS.test(preflight || '')) return () => false;
  return (path, text) => path.endsWith('.py') && NAMED.some(({ mark, tools }) => mark.test(text) && !tools.test(runs));
}

const TEST_CONFIGS = ['pyproject.toml', 'pytest.ini', '.pytest.ini', 'setup.cfg', 'tox.ini'];

/** What pytest is started with wherever it is started. */
const optionsIn = (text: string): string[] =>
  text.match(/^[ \t]*(addopts|required_plugins)\s*=\s*(\[[^\]]*\]|[^\n]*(\n[ \t]+[^\n]*)*)/gm) ?? [];

const STARTS_OTHERS =
  /\b(tox|nox|make|just|task|invoke|inv|pre-?commit|prek|hatch|pdm|poe|npm|pnpm|yarn|bun|npx|sh|bash|rake|trunk|lefthook|pylama|prospector|flakeheaven|megalinter)\b|\.(sh|py)\b|(^|\s)\.?\/|\b(scripts?|tools|bin)\//;

/** By name, at the end of a line of code: on a line of its own such a comment is for more than one line. */
const NAMED = [
  {
    mark: /^[^#\s][^#]*#\s*(type|pyright):\s*ignore\[[\w, -]+\]\s*$/,
    tools: /\b(d?mypy|pyright|basedpyright|pyre|pytype|ty|pyrefly|zuban)\b/,
  },
  {
    mark: /^[^#\s][^#]*#\s*noqa:\s*[A-Z]+\d+([,\s]+[A-Z]+\d+)*\s*$/,
    tools: /\b(ruff|flake8|pycodestyle|pyflakes|pydocstyle)\b/,
  },
  { mark: /^[^#\s][^#]*#\s*pylint:\s*disable\s*=\s*(?!all\b)[\w-]+(\s*,\s*[\w-]+)*\s*$/, tools: /\bpylint\b/ },
  { mark: /^[^#\s][^#]*#\s*pragma:\s*no\s*(cover|branch)\s*$/, tools: /\bcov(erage)?\b/ },
];
