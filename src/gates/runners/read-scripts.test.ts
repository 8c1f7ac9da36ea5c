import { describe, expect, it } from 'vitest';
import { readScripts } from './read-scripts.ts';

const brief = async (scripts: Record<string, string>) =>
  (await readScripts(scripts)).map(({ runner, start, setup, launch }) => ({
    line: [runner, ...start.nodeOptions, ...start.options, ...start.targets].join(' '),
    ...(setup.length > 0 ? { setup } : {}),
    ...(launch ? { launch: launch.join(' ') } : {}),
    ...(Object.keys(start.env).length > 0 ? { env: start.env } : {}),
  }));

describe('G10.2 the test script of a project', () => {
  it('is what its runner is started with: options and targets stay, a reporter and a watch do not', async () => {
    const mocha = 'mocha --require test/env --reporter spec --check-leaks test/ test/acceptance/';
    expect(await brief({ test: mocha })).toEqual([
      { line: 'mocha --require test/env --check-leaks test/ test/acceptance/' },
    ]);
    expect(await brief({ test: 'vitest --watch --coverage --project unit' })).toEqual([
      { line: 'vitest --project unit' },
    ]);
    expect(await brief({ test: 'cross-env TZ=UTC c8 --lines 100 mocha "test/**/*.js"' })).toEqual([
      { line: 'mocha test/**/*.js', env: { TZ: 'UTC' } },
    ]);
  });

  it('gives Node the options it is given there', async () => {
    expect(await brief({ test: 'xo && node --import=tsx/esm --test test/*.ts && tsc' })).toEqual([
      { line: 'node:test --import=tsx/esm test/*.ts' },
    ]);
    const jest = 'node --experimental-vm-modules node_modules/jest/bin/jest.js --coverage';
    expect(await brief({ test: jest })).toEqual([{ line: 'jest --experimental-vm-modules' }]);
    expect(await brief({ test: 'node bin/mocha.js --forbid-only' })).toEqual([
      { line: 'mocha --forbid-only', launch: 'node bin/mocha.js' },
    ]);
  });

  it('that starts a runner a second time without more to say has one run, after all that was made for both', async () => {
    const gc = 'node --expose-gc ./node_modules/vitest/dist/cli-wrapper.js --run';
    expect(await brief({ test: `${gc} && vitest --run --typecheck.only` })).toEqual([{ line: 'vitest --expose-gc' }]);
    const scripts = {
      pem: 'node make-pem.js',
      unit: 'npm run pem && mocha',
      fetch: 'npm run wasm && mocha',
      wasm: 'node wasm.js',
    };
    expect(await brief({ ...scripts, test: 'npm run unit && npm run fetch' })).toEqual([
      { line: 'mocha', setup: ['npm run pem', 'npm run wasm'] },
    ]);
    expect(await brief({ test: 'mocha --ui bdd && mocha --ui tdd' })).toHaveLength(2);
    const two = { unit: 'vitest', node: 'vitest --config=./test/node/vitest.config.ts' };
    expect(await brief({ ...two, test: 'pnpm unit && pnpm node' })).toEqual([
      { line: 'vitest' },
      { line: 'vitest --config=./test/node/vitest.config.ts' },
    ]);
  });

  it('names the files that better-node-test would find, which are fewer than Node finds', async () => {
    const scripts = { 'test:coverage': "bnt --coverage 100 --coverage-exclude 'test/*'", 'test:lint': 'oxlint' };
    expect(await brief({ ...scripts, test: 'pnpm run /^test:/' })).toEqual([
      { line: 'node:test **/*.{test,spec}.{js,ts}', env: { NODE_ENV: 'test' } },
    ]);
    expect(await brief({ test: 'bnt test/a.test.ts' })).toMatchObject([{ line: 'node:test test/a.test.ts' }]);
  });

  it('names the files that borp would find, with its pattern and its option for Node', async () => {
    expect(await brief({ test: 'npm run lint && borp && tsd', lint: 'eslint' })).toEqual([
      { line: 'node:test **/*.test.{cjs,mjs,js,cts,mts,ts}' },
    ]);
    expect(await brief({ test: 'c8 borp --timeout 1000 --expose-gc -r spec -p "t/*.js"' })).toEqual([
      { line: 'node:test --expose-gc t/*.js' },
    ]);
    expect(await brief({ test: 'borp --coverage test/a.js' })).toEqual([{ line: 'node:test test/a.js' }]);
  });

  it('is followed through the scripts that it runs, and their builds come first', async () => {
    const scripts = { pretest: 'npm run build', build: './scripts/build.sh', lint: 'eslint .' };
    expect(await brief({ ...scripts, test: 'npm run lint && node --test dist/*.test.js' })).toEqual([
      { line: 'node:test dist/*.test.js', setup: ['npm run build'] },
    ]);
    for (const build of ['pnpm build', 'pnpm build --sourcemap', 'yarn build'])
      expect(await brief({ pretest: build, build: 'rollup -c', test: 'vitest run' })).toEqual([
        { line: 'vitest', setup: [build] },
      ]);
    const two = {
      test: 'run-s lint test:*',
      'test:jest': 'jest',
      'test:node': 'node --test a.test.mjs',
      lint: 'eslint .',
    };
    expect(await brief(two)).toEqual([{ line: 'jest' }, { line: 'node:test a.test.mjs' }]);
    expect(await brief({ test: 'npm run unit -- --bail test/x.js', unit: 'mocha --exit' })).toEqual([
      { line: 'mocha --exit test/x.js' },
    ]);
    const twice = { run: 'mocha --exit', test: 'npm run run -- test/a.js && npm run run -- --ui tdd test/b.js' };
    expect(await brief(twice)).toEqual([
      { line: 'mocha --exit test/a.js' },
      { line: 'mocha --exit --ui tdd test/b.js' },
    ]);
    expect(await brief({ test: 'npm run unit', unit: 'npm test' })).toEqual([]);
  });

  it('leaves out tests of the built package if there are others, and does not run them without their build', async () => {
    const scripts = { unit: 'mocha src/**/*-test.ts', pack: 'node pack.js' };
    const integration = 'npm run pack && mocha integration/*-test.js';
    expect(await brief({ ...scripts, test: 'npm run unit && npm run integration', integration })).toEqual([
      { line: 'mocha src/**/*-test.ts' },
    ]);
    expect(await brief({ ...scripts, test: 'npm run unit && npm run packed', packed: integration })).toEqual([
      { line: 'mocha src/**/*-test.ts' },
      { line: 'mocha integration/*-test.js', setup: ['npm run pack'] },
    ]);
    expect(await brief({ ...scripts, test: 'npm run integration', integration })).toEqual([
      { line: 'mocha integration/*-test.js', setup: ['npm run pack'] },
    ]);
  });

  it('does not take a folder that a compiler is given for the runner of that name', async () => {
    const types = 'tsc -p types/__tests__/jest && tsc -p types/__tests__/vitest';
    expect(await brief({ test: 'kcd-scripts test', 'test:types': types })).toEqual([]);
  });

  it('that starts no known runner leaves it to other scripts with such a name', async () => {
    expect(await brief({ test: 'grunt test', 'test:unit': 'vitest run', 'test:watch': 'mocha' })).toEqual([
      { line: 'vitest' },
    ]);
    expect(await brief({ test: 'echo "no test" && exit 1', clean: 'rimraf mocha.js' })).toEqual([]);
  });
});
