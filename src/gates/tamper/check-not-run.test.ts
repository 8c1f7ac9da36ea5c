import { describe, expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { checksNotRun } from './check-not-run.ts';

const base = TreeHash.parse('0'.repeat(40));
const IGNORE = 'return fn(*args)  # type: ignore[misc]';
const NO_COVER = 'def old(self):  # pragma: no cover';

interface Ground {
  readonly preflight?: string | false;
  readonly hook?: true;
  readonly files?: Readonly<Record<string, string>>;
}

async function passes(text: string, { preflight = false, hook, files = {} }: Ground = {}, path = 'pack/a.py') {
  const treeRunner: Pick<TreeRunner, 'readAll' | 'commitHook'> = {
    readAll: async () => new Map(Object.entries(files)),
    commitHook: async () => (hook ? { path: null, text: 'mypy pack' } : null),
  };
  return (await checksNotRun(treeRunner, { base, preflight, runners: [] }))(path, text);
}

describe('G3.3 a comment that names a check which nothing here runs', () => {
  it.each([
    IGNORE,
    'x = a.b  # pyright: ignore[reportPrivateUsage]',
    'a._local = b  # noqa: SLF001',
    'f(a)  # pylint: disable=no-member',
    NO_COVER,
  ])('switches nothing off: %s', async (text) => {
    expect(await passes(text)).toBe(true);
    expect(await passes(text, { preflight: 'black --check .' })).toBe(true);
  });

  it.each([
    'mypy pack',
    'python -m mypy .',
    'ruff check . && ty check',
    'make lint',
    'tox -e types',
    './check',
    'sh c.sh',
  ])('does where %s is the preflight', async (preflight) => expect(await passes(IGNORE, { preflight })).toBe(false));

  it('does where a hook runs before commits, or where the tests are started with the check', async () => {
    expect(await passes(IGNORE, { hook: true })).toBe(false);
    expect(await passes(IGNORE, { files: { 'pytest.ini': '[pytest]\naddopts = -q\n  --mypy\n' } })).toBe(false);
    const covered = { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = ["-q", "--cov=pack"]\n' };
    expect(await passes(NO_COVER, { files: covered })).toBe(false);
    expect(await passes(IGNORE, { files: covered })).toBe(true);
  });

  it.each(['f()  # type: ignore', '# type: ignore[misc]', 'f()  # noqa', '# noqa: F401', 'f()  # pylint: disable=all'])(
    'is not meant by one that names nothing, or stands for more than its line: %s',
    async (text) => expect(await passes(text)).toBe(false),
  );

  it('is a matter of Python', async () => expect(await passes('f() // nolint:errcheck', {}, 'a.go')).toBe(false));
});
