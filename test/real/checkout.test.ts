import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { write } from '#host/testing/temp-folder.ts';
import { commitAll, git } from '#workspace/testing/test-repository.ts';
import { checkOut, install } from './checkout.ts';
import { Entry } from './entries.ts';

/** A clone with these files in its one commit. */
function cloneWith(files: Record<string, string>): { work: string; clone: string } {
  const work = mkdtempSync(join(tmpdir(), 'assay-real-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const clone = join(work, 'clone');
  mkdirSync(clone);
  write(clone, files);
  git(clone, 'init', '--quiet', '--initial-branch=trunk');
  git(clone, 'config', 'user.name', 'Maintainer');
  git(clone, 'config', 'user.email', 'maintainer@localhost');
  commitAll(clone, 'first');
  return { work, clone };
}

it('a clone that lacks one of its files is checked out without it', async () => {
  const { work, clone } = cloneWith({ 'huge.yaml': 'huge', 'index.js': '1' });
  const hash = git(clone, 'rev-parse', 'HEAD:huge.yaml').trim();
  rmSync(join(clone, '.git/objects', hash.slice(0, 2), hash.slice(2)), { force: true });
  const folder = join(work, 'one');
  await checkOut(clone, 'HEAD', folder, work);
  expect(git(folder, 'ls-tree', '-r', '--name-only', 'main').trim()).toBe('index.js');
  git(folder, 'clone', '--quiet', '--no-local', '.', join(work, 'copied'));
  expect(git(join(work, 'copied'), 'status', '--porcelain')).toBe('');
});

it('a clone that lacks a file of its history is checked out without a history', async () => {
  const { work, clone } = cloneWith({ 'huge.yaml': 'huge', 'index.js': '1' });
  const hash = git(clone, 'rev-parse', 'HEAD:huge.yaml').trim();
  write(clone, { 'huge.yaml': 'small' });
  commitAll(clone, 'second');
  rmSync(join(clone, '.git/objects', hash.slice(0, 2), hash.slice(2)), { force: true });
  const folder = join(work, 'one');
  await checkOut(clone, 'HEAD', folder, work);
  git(folder, 'clone', '--quiet', '--no-local', '.', join(work, 'copied'));
  expect(git(join(work, 'copied'), 'ls-tree', '-r', '--name-only', 'main').trim()).toBe('huge.yaml\nindex.js');
});

it('a second checkout gets the packages of every unit, however deep, without another install', async () => {
  const unit = 'packages/framework/http/libraries/core';
  // A fixture's folder can be named like a manifest.
  const files = { 'package.json': '{}', [`${unit}/package.json`]: '{}', 'test/fixtures/package.json/index.js': '' };
  const { work, clone } = cloneWith(files);
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
