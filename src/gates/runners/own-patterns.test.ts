import { describe, expect, it } from 'vitest';
import { viewOf } from '#project/toolchain/file-view.ts';
import { findRunners } from './find-runners.ts';

/** The files of a project that its runner treats as tests. */
async function testsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const view = viewOf(new Map(Object.entries(files)));
  const runners = await findRunners(view, {});
  return view.paths.filter((path) => runners.some(({ isTestFile }) => isTestFile(path)));
}

const script = (test: string): string => JSON.stringify({ scripts: { test } });
const FILES = { 'src/a.ts': '', 'tests/a.ts': '', 'tests/_setup.ts': '', 'tests/data/b.ts': '', 'src/a.test.ts': '' };

describe('G10.2 G10.3 tests are the files that the project’s own configuration names', () => {
  it('vitest: files that `test` includes, minus those it excludes, ignoring coverage’s lists', async () => {
    const config = `export default defineConfig({ test: {
      coverage: { include: ['src/**'] },
      include: ['tests/**/*.{js,ts}'], exclude: ['tests/_*', 'tests/data/'] } })`;
    const files = { ...FILES, 'package.json': script('vitest run'), 'vitest.config.ts': config };
    expect(await testsOf(files)).toEqual(['tests/a.ts']);
  });

  it('vitest: by the usual names if it lists none, computes them, or lists projects that may', async () => {
    const named = (test: string) =>
      testsOf({ ...FILES, 'package.json': script('vitest'), 'vite.config.ts': `export default { test: { ${test} } }` });
    expect(await named('globals: true')).toEqual(['src/a.test.ts']);
    expect(await named('include: patterns()')).toEqual(['src/a.test.ts']);
    expect(await named("include: ['./src/**/*.(spec|test).[jt]s?(x)']")).toEqual(['src/a.test.ts']);
    expect(await named("include: [...defaults, 'tests/a.ts']")).toEqual(['src/a.test.ts', 'tests/a.ts']);
    expect(await named("projects: [{ test: { include: ['tests/a.ts'] } }, './x']")).toEqual([
      'src/a.test.ts',
      'tests/a.ts',
    ]);
  });

  it('vitest: by the configuration that the script names, which units share', async () => {
    const files = {
      'package.json': script('pnpm -r test'),
      'shared/vitest.config.mts': "export default { test: { include: ['test/*.ts'] } }",
      'packages/x/package.json': script('vitest --config ../../shared/vitest.config.mts run'),
      'packages/x/test/x.ts': '',
      'packages/x/x.ts': '',
    };
    expect(await testsOf(files)).toEqual(['packages/x/test/x.ts']);
  });

  it.each([
    ['jest.config.js', "module.exports = { testMatch: ['<rootDir>/tests/*.ts', '!**/_*'] }"],
    ['jest.config.ts', "export default { testRegex: '/tests/[a-z]+\\\\.ts$' }"],
  ])('jest: %s', async (name, config) => {
    expect(await testsOf({ ...FILES, 'package.json': script('jest'), [name]: config })).toEqual(['tests/a.ts']);
  });

  it('mocha: .mocharc.cjs; ava: ava.config.js', async () => {
    const mocha = { 'package.json': script('mocha'), '.mocharc.cjs': "module.exports = { spec: ['tests/a.ts'] }" };
    expect(await testsOf({ ...FILES, ...mocha })).toEqual(['tests/a.ts']);
    const ava = {
      'package.json': script('ava'),
      'ava.config.js': "export default { files: ['tests/*', '!tests/_*'] }",
    };
    expect(await testsOf({ ...FILES, ...ava })).toEqual(['tests/a.ts']);
  });

  it('uvu: a folder, a pattern in it, and ignored files; naming the top folder does not make its files tests', async () => {
    const files = { ...FILES, 'index.js': '', 'src/b.test.ts': '', 'test/c.test.js': '', 'test/cases.js': '' };
    const testsBy = (line: string) => testsOf({ ...files, 'package.json': script(line) });
    expect(await testsBy("uvu . '\\.test\\.js$'")).toEqual(['test/c.test.js']);
    expect(await testsBy('uvu -r tsm src test')).toEqual(['src/a.test.ts', 'src/b.test.ts']);
    expect(await testsBy('uvu tests -i data -i setup')).toEqual(['tests/a.ts']);
    expect(await testsBy('uvu test')).toEqual(['test/c.test.js', 'test/cases.js']);
  });

  it('borp: what .borp.yaml names is run', async () => {
    const settings = "files:\n  - 'spec/**/*.js'\n";
    const view = viewOf(
      new Map([
        ['package.json', script('borp')],
        ['.borp.yaml', settings],
        ['spec/deep/a.js', ''],
        ['bench/b.test.js', ''],
      ]),
    );
    expect(await findRunners(view, {})).toMatchObject([{ runner: 'node:test', start: { targets: ['spec/**/*.js'] } }]);
    expect(await testsOf({ 'package.json': script('borp'), '.borp.yaml': settings, 'spec/deep/a.js': '' })).toEqual([
      'spec/deep/a.js',
    ]);
  });

  it('pytest: a file that testpaths names, in addition to the usual ones', async () => {
    const settings = '[tool.pytest.ini_options]\ntestpaths = ["test.py", "more"]\n';
    const files = { 'pyproject.toml': settings, 'test.py': '', 'other.py': '', 'more/test_a.py': '' };
    expect(await testsOf(files)).toEqual(['more/test_a.py', 'test.py']);
  });
});
