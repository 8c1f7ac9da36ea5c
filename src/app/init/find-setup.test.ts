import { describe, expect, it } from 'vitest';
import { viewOf } from '#project/toolchain/file-view.ts';
import { findSetup } from './find-setup.ts';

const GIT = { branches: ['main'], current: 'main', remoteHead: null };
const preflights = async (manifest: object, has?: (program: string) => boolean) =>
  (await findSetup(viewOf(new Map([['package.json', JSON.stringify(manifest)]])), GIT, has)).preflight.map(
    ({ value }) => value,
  );

describe('X8.15 the checks that a project has', () => {
  it.each([
    ['xo && ava && tsd', 'xo && tsd'],
    ['xo && c8 ava && tsd --files index.test-d.ts', 'xo && tsd --files index.test-d.ts'],
    ['tsc --noEmit && vitest run', 'tsc --noEmit'],
    ['standard && tape test/*.js', 'standard'],
    ['prettier --check . && mocha', 'prettier --check .'],
  ])('are taken out of a test script that runs more than tests: %s', async (test, wanted) => {
    expect((await preflights({ scripts: { test } }))[0]).toBe(wanted);
  });

  it.each(['tsc && mocha', 'eslint --fix . && jest', 'ava', 'xo | tee lint.log && ava', 'prettier --write . && mocha'])(
    'are none that build, write or hide how they end: %s',
    async (test) => {
      const found = await findSetup(viewOf(new Map([['package.json', JSON.stringify({ scripts: { test } })]])), GIT);
      expect(found.preflight.filter(({ why }) => why.includes('beside the tests'))).toEqual([]);
    },
  );

  it('come after a script of their own, and only where the program is there', async () => {
    expect((await preflights({ scripts: { lint: 'xo', test: 'xo && ava && tsd' } }))[0]).toBe('npm run lint');
    expect((await preflights({ scripts: { test: 'xo && ava && tsd' } }, (program) => program !== 'tsd'))[0]).toBe('xo');
  });
});
