import { describe, expect, it } from 'vitest';
import { viewOf } from '#project/toolchain/file-view.ts';
import { builtTests } from './built-tests.ts';
import { findRunners } from './find-runners.ts';

const units = async (files: Record<string, string>, settings = {}) => {
  const view = viewOf(new Map(Object.entries(files)));
  return (await findRunners(view, settings)).map(({ runner, root, isTestFile }) => ({
    unit: `${runner} in ${root}`,
    tests: view.paths.filter((path) => isTestFile(path)),
  }));
};
const manifest = (test: string | null, more = {}): string =>
  JSON.stringify({ ...(test === null ? {} : { scripts: { test } }), ...more });

describe('G10.3 a project is a set of units', () => {
  it('a manifest without tests below it is not a unit', async () => {
    const files = {
      'pyproject.toml': '[tool.pytest.ini_options]\n',
      'tests/test_a.py': '',
      'examples/aliases/pyproject.toml': '[project]\n',
      'examples/aliases/aliases.py': '',
    };
    expect(await units(files)).toEqual([{ unit: 'pytest in .', tests: ['tests/test_a.py'] }]);
  });

  it('a crate with all tests in source files is a unit; a workspace without its own code is not', async () => {
    const files = {
      'Cargo.toml': '[workspace]\nmembers = ["one", "two", "macros"]\n',
      'one/Cargo.toml': '[package]\nname = "one"\n',
      'one/src/lib.rs': '#[cfg(test)]\nmod tests {\n    #[tokio::test]\n    async fn works() {}\n}\n',
      'two/Cargo.toml': '[package]\nname = "two"\n',
      'two/tests/two.rs': '#[test]\nfn works() {}\n',
      'macros/Cargo.toml': '[package]\nname = "macros"\n',
      'macros/src/lib.rs': 'pub fn one() {}\n',
    };
    expect(await units(files)).toEqual([
      { unit: 'cargo test in one', tests: [] },
      { unit: 'cargo test in two', tests: ['two/tests/two.rs'] },
    ]);
  });

  it('packages that the runner of the top covers are part of it; those with their own are not', async () => {
    const files = {
      'package.json': manifest('vitest run', { workspaces: ['packages/*'] }),
      'packages/a/package.json': manifest('vitest'),
      'packages/a/a.test.ts': '',
      'packages/b/package.json': manifest('mocha'),
      'packages/b/test/b.js': '',
      'backend/pyproject.toml': '[tool.pytest.ini_options]\n',
      'backend/tests/test_x.py': '',
    };
    expect(await units(files)).toEqual([
      { unit: 'vitest in .', tests: ['packages/a/a.test.ts'] },
      { unit: 'pytest in backend', tests: ['backend/tests/test_x.py'] },
      { unit: 'mocha in packages/b', tests: ['packages/b/test/b.js'] },
    ]);
  });

  it('packages that a task runner starts one by one run on their own, with their own configuration', async () => {
    const vitest = { devDependencies: { vitest: '^4.0.0' } };
    const files = {
      'package.json': manifest('turbo run test', { workspaces: ['packages/*'], ...vitest }),
      'packages/a/package.json': manifest('vitest --run'),
      'packages/a/vitest.config.ts': '',
      'packages/a/a.test.ts': '',
      'packages/b/package.json': manifest(null),
      'packages/b/b.test.ts': '',
    };
    const wanted = [
      { unit: 'vitest in .', tests: ['packages/b/b.test.ts'] },
      { unit: 'vitest in packages/a', tests: ['packages/a/a.test.ts'] },
    ];
    expect(await units(files)).toEqual(wanted);
    // A configuration at the top that the packages' own build on does not start them.
    expect(await units({ ...files, 'vitest.config.ts': '' })).toEqual(wanted);
  });

  it('packages without a script are run by the script at the top, not by other configuration there', async () => {
    const files = {
      'package.json': manifest('jest --runInBand', { workspaces: ['packages/*'] }),
      'jest.config.js': '',
      'vitest.config.ts': 'export default { test: { benchmark: {} } };\n',
      'packages/server/package.json': manifest(null),
      'packages/server/test/server.spec.ts': '',
    };
    expect(await units(files)).toEqual([{ unit: 'jest in .', tests: ['packages/server/test/server.spec.ts'] }]);
  });

  it('tests of an unknown runner get no runner; without packages the usual one is guessed', async () => {
    const files = { 'index.js': '', 'test/a.test.js': "it('adds', () => {})\n" };
    const packages = { devDependencies: { jasmine: '^5.1.0' } };
    expect(await units({ ...files, 'package.json': manifest('jasmine test/*.test.js', packages) })).toEqual([]);
    expect(await units({ ...files, 'package.json': manifest(null) })).toHaveLength(1);
  });

  it('a file of tests that Node is given as any other is one of node:test, or of tape', async () => {
    const scripts = {
      'test-api-dev': 'node --conditions development test/index.js',
      'test-coverage': 'c8 --100 npm run test-api-dev',
      test: 'npm run build && npm run format && npm run test-coverage',
    };
    const files = {
      'package.json': JSON.stringify({ type: 'module', scripts }),
      'test/index.js': "import './io/index.js'\n",
      'test/io/index.js': "import './text.js'\n",
      'test/io/text.js': "import test from 'node:test'\n",
    };
    const [found] = await findRunners(viewOf(new Map(Object.entries(files))), {});
    expect(found).toMatchObject({
      runner: 'node:test',
      start: { nodeOptions: ['--conditions', 'development'], targets: ['test/index.js'] },
    });
    const taped = { ...files, 'test/io/text.js': "import test from 'tape'\n" };
    expect(await findRunners(viewOf(new Map(Object.entries(taped))), {})).toMatchObject([
      { runner: 'tape', start: { nodeOptions: ['--conditions', 'development'], targets: ['test/index.js'] } },
    ]);
    const none = { ...files, 'test/io/text.js': "import test from './no-runner.js'\n" };
    expect((await units(none)).map(({ unit }) => unit)).not.toContain('node:test in .');
  });

  it('a compiler runs first if tests load its output, and not if they load the sources', async () => {
    const setupOf = async (loaded: string) => {
      const scripts = { pretest: 'rimraf build && tsc -p tsconfig.test.json', test: 'c8 mocha test/*.mjs' };
      const files = {
        'package.json': JSON.stringify({ scripts }),
        'lib/a.ts': '',
        'test/a.mjs': `import { a } from '${loaded}'\n`,
      };
      return (await findRunners(viewOf(new Map(Object.entries(files))), {}))[0]?.setup;
    };
    expect(await setupOf('../build/lib/a.js')).toBe('tsc -p tsconfig.test.json');
    expect(await setupOf('../lib/a.js')).toBeUndefined();
  });

  it('G10.2 the project’s own build comes first where tests load what git ignores, or the package by its name', async () => {
    const setupOf = async (loaded: string, more: Record<string, string> = {}) => {
      const scripts = { test: 'mocha test/*.js', build: 'esbuild --outfile=index.js lib/a.js' };
      const files = {
        'package.json': JSON.stringify({ name: 'a', exports: { '.': { import: './index.js' } }, scripts }),
        '.gitignore': 'node_modules\n/index.js\n',
        'lib/a.js': '',
        'test/a.js': `import { a } from '${loaded}'\n`,
        ...more,
      };
      return (await findRunners(viewOf(new Map(Object.entries(files))), {}))[0]?.setup;
    };
    expect(await setupOf('../index.js')).toBe('npm run build');
    expect(await setupOf('a')).toBe('npm run build');
    expect(await setupOf('../lib/a.js')).toBeUndefined();
    expect(await setupOf('../lib/new.js')).toBeUndefined();
    expect(await setupOf('b')).toBeUndefined();
    expect(await setupOf('a', { 'index.js': '' })).toBeUndefined();
    const aliases = {
      'tsconfig.base.json': '{ "compilerOptions": { "paths": { "a": ["./lib/a.js"] } } }',
      'jest.config.js': "module.exports = { moduleNameMapper: { '^a$': '<rootDir>/lib/a.js' } };",
      'vite.config.ts': "export default { resolve: { alias: [{ find: /^a$/, replacement: './lib/a.js' }] } };",
    };
    for (const [file, text] of Object.entries(aliases)) expect(await setupOf('a', { [file]: text })).toBeUndefined();
    expect(await setupOf('a', { 'tsconfig.json': '{ "compilerOptions": { "paths": { "ab": [] } } }' })).toBe(
      'npm run build',
    );
    expect(await setupOf('../index.js', { '.gitignore': '!index.js\n# index.js\n' })).toBeUndefined();
  });

  it('a runner that a program of the project starts gets the paths of the tests', async () => {
    const targetsOf = async (...paths: string[]) => {
      const files = {
        'package.json': JSON.stringify({ scripts: { test: 'node test.js' }, devDependencies: { mocha: '1' } }),
      };
      const view = viewOf(new Map([...Object.entries(files), ...paths.map((path): [string, string] => [path, ''])]));
      return (await findRunners(view, {}))[0]?.start?.targets;
    };
    expect(await targetsOf('lib/copy/__tests__/a.test.js', 'lib/b.test.js', 'c.spec.mjs')).toEqual([
      '*.spec.mjs',
      'lib/**/*.test.js',
    ]);
    expect(await targetsOf('test/a.js', 'lib/a.test.js')).toBeUndefined();
  });

  it('packages of a top that only hands on are units', async () => {
    const files = {
      'package.json': manifest('pnpm -r test'),
      'packages/a/package.json': manifest('vitest'),
      'packages/a/a.test.ts': '',
      'packages/b/package.json': manifest('vitest'),
      'packages/b/b.test.ts': '',
      'packages/c/package.json': manifest(null),
    };
    expect((await units(files)).map(({ unit }) => unit)).toEqual(['vitest in packages/a', 'vitest in packages/b']);
    const scripts = { test: 'pnpm -r test', 'test:scripts': 'vitest run --config vitest.config.ts' };
    const aside = { ...files, 'package.json': JSON.stringify({ scripts }), 'scripts/release.test.ts': '' };
    expect(await units(aside)).toEqual([
      { unit: 'vitest in .', tests: ['scripts/release.test.ts'] },
      { unit: 'vitest in packages/a', tests: ['packages/a/a.test.ts'] },
      { unit: 'vitest in packages/b', tests: ['packages/b/b.test.ts'] },
    ]);
  });

  it('files that the script and the runner’s settings name are tests too', async () => {
    const express = {
      'package.json': manifest('mocha test/ test/acceptance/'),
      'test/acceptance/a.js': '',
      'lib/a.js': '',
    };
    expect(await units({ ...express, 'test/support/env.js': '' })).toEqual([
      { unit: 'mocha in .', tests: ['test/acceptance/a.js'] },
    ]);
    for (const line of ['jest src', 'vitest run src/'])
      expect(
        await units({ 'package.json': manifest(line), 'src/index.js': '', 'src/__tests__/a.test.js': '' }),
      ).toEqual([{ unit: `${line.split(' ')[0]} in .`, tests: ['src/__tests__/a.test.js'] }]);
    const pytest = { 'pyproject.toml': '[tool.pytest.ini_options]\npython_files = ["check_*.py"]\n' };
    expect(await units({ ...pytest, 'checks/check_a.py': '', 'test_b.py': '' })).toEqual([
      { unit: 'pytest in .', tests: ['checks/check_a.py'] },
    ]);
  });

  it('G10.11 a command in the configuration is obeyed', async () => {
    const files = { 'package.json': manifest('mocha'), 'test/a.js': '', 'spec/b.js': '' };
    const view = viewOf(new Map(Object.entries(files)));
    const [runner, ...more] = await findRunners(view, { test: { command: ['npx', 'mocha', '--exit', 'spec/'] } });
    expect(more).toEqual([]);
    expect(runner).toMatchObject({ runner: 'mocha', start: { options: ['--exit'], targets: ['spec/'] } });
  });

  it('G10.2 G10.11 so are its time limit, its variables, its build and its patterns', async () => {
    const files = { 'package.json': manifest('mocha'), 'test/a.js': '', 'spec/b.js': '' };
    const view = viewOf(new Map(Object.entries(files)));
    const test = { tool: 'mocha', timeout: 900, env: { DB: 'x' }, setup: 'make db', include: ['spec/*.js'] };
    const [runner] = await findRunners(view, { test });
    expect(runner).toMatchObject({ runner: 'mocha', timeoutMs: 900_000, env: { DB: 'x' }, setup: 'make db' });
    expect(view.paths.filter((path) => runner?.isTestFile(path))).toEqual(['spec/b.js']);
  });

  it('tests that run from a build are known by their sources', async () => {
    const scripts = { pretest: 'npm run build', build: './build.sh', test: 'node --test dist/test/*.js' };
    const files = {
      'package.json': JSON.stringify({ scripts }),
      'src/test/v7.test.ts': '',
      'src/v7.ts': '',
      'build.sh': '',
    };
    const view = viewOf(new Map(Object.entries(files)));
    const [runner] = await findRunners(view, {});
    if (!runner) throw new Error('no runner');
    expect(runner).toMatchObject({ setup: 'npm run build', start: { targets: ['dist/test/*.js'] } });
    const built = builtTests(runner, view.paths);
    expect(built?.select({ type: 'files', files: ['src/test/v7.test.ts'] })).toMatchObject({
      files: ['dist/test/v7.test.js'],
    });
    const test = { suites: [], title: 'is', state: 'passed' as const, durationMs: 0 };
    const told = [{ ...test, id: 'dist/test/v7.test.js > is', file: 'dist/test/v7.test.js' }];
    expect(built?.written(told)).toMatchObject([{ id: 'src/test/v7.test.ts > is', file: 'src/test/v7.test.ts' }]);
  });
});

describe('G10.6 Python projects that name no runner', () => {
  const runnersOf = async (files: Record<string, string>) =>
    (await findRunners(viewOf(new Map(Object.entries(files))), {})).map(({ runner, env, because }) => ({
      ...{ runner, env, because },
    }));

  it('are run by the runner that their tests are written for', async () => {
    const CASE = 'import unittest\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        pass\n';
    const because = 'its tests are written for unittest';
    expect(await runnersOf({ 'setup.py': '', 'a.py': '', 'tests/test_a.py': CASE })).toMatchObject([
      { runner: 'unittest', because },
    ]);
    const both = { 'setup.py': '', 'tests/test_a.py': CASE, 'tests/test_b.py': 'def test_b():\n    pass\n' };
    expect(await runnersOf(both)).toMatchObject([{ runner: 'pytest' }]);
    const told = { 'setup.py': '', Makefile: 'test:\n\tpython -m unittest\n', 'tests/test_b.py': CASE };
    expect(await runnersOf(told)).toMatchObject([{ runner: 'unittest', because: undefined }]);
  });

  it('find packages where the project keeps them, since nothing is installed in the gate’s checkout', async () => {
    const tests = { 'tests/test_a.py': 'import pytest\n' };
    const pathOf = async (files: Record<string, string>) => (await runnersOf({ ...tests, ...files }))[0]?.env;
    expect(await pathOf({ 'setup.py': '', 'src/a/__init__.py': '' })).toEqual({ PYTHONPATH: 'src' });
    expect(await pathOf({ 'setup.py': '', 'src/a.py': '' })).toEqual({ PYTHONPATH: 'src' });
    expect(await pathOf({ 'setup.py': 'setup(package_dir={"": "lib"})', 'lib/a/__init__.py': '' })).toEqual({
      PYTHONPATH: 'lib',
    });
    expect(await pathOf({ 'setup.py': '', 'a/__init__.py': '' })).toBeUndefined();
  });
});
