import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner, TreeRunner } from '../tree-runner.ts';

interface Measuring {
  readonly base: TreeHash;
  readonly preflight: string | false | null;
  readonly runners: readonly ProjectRunner[];
}

/**
 * The comments of a Python file that name a check which nothing here runs: a check that does not run cannot be switched
 * off, and typed projects often write such exceptions (`# type: ignore[misc]`). Only the preflight, the commit hook and
 * the tests run. If one of them starts other programs (tox, make, a script), those are unknown, so any check may run.
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

/** Arguments that pytest gets wherever it is started. */
const optionsIn = (text: string): string[] =>
  text.match(/^[ \t]*(addopts|required_plugins)\s*=\s*(\[[^\]]*\]|[^\n]*(\n[ \t]+[^\n]*)*)/gm) ?? [];

const STARTS_OTHERS =
  /\b(tox|nox|make|just|task|invoke|inv|pre-?commit|prek|hatch|pdm|poe|npm|pnpm|yarn|bun|npx|sh|bash|rake|trunk|lefthook|pylama|prospector|flakeheaven|megalinter)\b|\.(sh|py)\b|(^|\s)\.?\/|\b(scripts?|tools|bin)\//;

/** It names the check and is at the end of a line of code; on its own line, such a comment covers more than one line. */
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
