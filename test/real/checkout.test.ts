import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { write } from '#host/testing/temp-folder.ts';
import { commitAll, git } from '#workspace/testing/test-repository.ts';
import { checkOut, install } from './checkout.ts';
import { Entry } from './entries.ts';

it('a second checkout gets the packages of every unit, however deep, without another install', async () => {
  const work = mkdtempSync(join(tmpdir(), 'assay-real-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const clone = join(work, 'clone');
  mkdirSync(clone);
  const unit = 'packages/framework/http/libraries/core';
  // A fixture's folder can be named like a manifest.
  write(clone, { 'package.json': '{}', [`${unit}/package.json`]: '{}', 'test/fixtures/package.json/index.js': '' });
  git(clone, 'init', '--quiet', '--initial-branch=trunk');
  git(clone, 'config', 'user.name', 'Maintainer');
  git(clone, 'config', 'user.email', 'maintainer@localhost');
  commitAll(clone, 'first');
  const line = `test ! -e ../installed-once && touch ../installed-once && mkdir -p {.,${unit}}/node_modules/some/node_modules`;
  const entry = Entry.parse({
    ...{ id: 'deep-1', repo: 'someone/deep', sha: git(clone, 'rev-parse', 'HEAD').trim(), title: 'first' },
    ...{ runner: 'node:test', install: line, suite: 'true', changed: 'true', preflight: 'true', redKind: 'tests' },
    ...{ tests: ['test'], sources: ['src'] },
  });
  for (const name of ['one', 'two']) {
    const folder = join(work, name);
    await checkOut(clone, 'HEAD', folder, work);
    await install(entry, folder, { mirrors: null, work });
    for (const at of ['.', unit]) expect(existsSync(join(folder, at, 'node_modules/some/node_modules'))).toBe(true);
  }
});
