import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commitAll,
  failureOf,
  git,
  MESSAGE,
  PATH,
  repositoryWith,
  storeIn,
  tempFolder,
  write,
} from '../git/testing/test-repository.ts';
import { hostInstall, type RunInstall } from './install.ts';
import { layersOn } from './layers.ts';

/** A project whose one dependency is a package in the repository itself: nothing is fetched. */
function npmProject(): string {
  const repository = repositoryWith({
    'package.json': JSON.stringify({ name: 'p', version: '1.0.0', dependencies: { dep: 'file:dep-1.0.0.tgz' } }),
    'dep/package.json': JSON.stringify({ name: 'dep', version: '1.0.0', main: 'index.js' }),
    'dep/index.js': 'module.exports = 42;\n',
    '.gitignore': 'node_modules/\n',
  });
  const env = { PATH, HOME: tempFolder(), npm_config_update_notifier: 'false' };
  execFileSync('npm', ['pack', './dep', '--silent'], { cwd: repository, env });
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit', '--silent'], {
    cwd: repository,
    env,
  });
  commitAll(repository, 'locked');
  return repository;
}

function setUp(install: RunInstall = hostInstall(process.env)) {
  const folder = tempFolder();
  const shelf = { folder: join(folder, 'store/layers'), trash: join(folder, 'store/trash') };
  const calls: string[] = [];
  const counted: RunInstall = (command, at, signal) => {
    if (!command.args?.includes('--version')) calls.push(command.program);
    return install(command, at, signal);
  };
  const store = storeIn(folder, { layers: layersOn({ shelf, install: counted }) });
  return { store, shelf, calls };
}

describe('layers', () => {
  it('are prepared once a lockfile, and shared by workspaces and checkouts without copying', async () => {
    const repository = npmProject();
    const { store, calls } = setUp();
    const [one, two] = await Promise.all([
      store.create({ name: 'one', repository }),
      store.create({ name: 'two', repository }),
    ]);
    expect(calls).toEqual(['npm']);
    expect(one.mounts).toHaveLength(1);
    expect(one.mounts[0]?.at).toBe(join(one.path, 'node_modules'));
    expect(two.mounts[0]?.from).toBe(one.mounts[0]?.from);
    expect(readFileSync(join(one.mounts[0]?.from ?? '', 'dep/index.js'), 'utf8')).toContain('42');
    expect(existsSync(join(one.path, 'node_modules'))).toBe(false);
    write(one.path, { 'x.js': 'x\n' });
    const { tree } = await one.commit(MESSAGE);
    const checkout = await store.checkout({ repository, tree });
    expect(checkout.mounts).toEqual([{ from: one.mounts[0]?.from, at: join(checkout.path, 'node_modules') }]);
    expect(calls).toEqual(['npm']);
  });

  it('are not prepared for dependencies that an agent asks for', async () => {
    const repository = npmProject();
    const { store, calls } = setUp();
    const space = await store.create({ name: 'one', repository });
    write(space.path, {
      'package-lock.json': readFileSync(join(repository, 'package-lock.json'), 'utf8').replace('1.0.0', '2.0.0'),
    });
    const { sha, tree } = await space.commit(MESSAGE);
    const checkout = await store.checkout({ repository, tree });
    expect(checkout).toMatchObject({ mounts: [], notes: [expect.stringContaining('nobody granted')] });
    expect(await store.create({ name: 'two', repository, from: sha })).toMatchObject({ mounts: [] });
    expect(calls).toEqual(['npm']);
  });

  it('that fail leave nothing, and the workspace is not made', async () => {
    const repository = npmProject();
    write(repository, { 'package-lock.json': '{"broken"' });
    commitAll(repository, 'broken');
    const { store, shelf } = setUp();
    expect(await failureOf(store.create({ name: 'one', repository }))).toMatchObject({
      message: expect.stringMatching(/dependencies of package-lock\.json failed: npm ci .*exit/s),
      next: expect.any(String),
    });
    expect(readdirSync(shelf.folder)).toEqual([]);
    git(repository, 'revert', '--no-edit', 'HEAD');
    expect((await store.create({ name: 'one', repository })).mounts).toHaveLength(1);
  });

  it('of Python are a venv that works where it is mounted', async () => {
    const repository = repositoryWith({ 'requirements.txt': '# nothing yet\n', 'a.py': '' });
    const { store } = setUp();
    const space = await store.create({ name: 'one', repository });
    const [inTree, own] = space.mounts;
    expect(inTree?.at).toBe(join(space.path, '.venv'));
    expect(own?.from).toBe(own?.at);
    expect(space.env.VIRTUAL_ENV).toBe(own?.at);
    const prefix = execFileSync(join(own?.at ?? '', 'bin/python'), ['-c', 'import sys; print(sys.prefix)'], {
      encoding: 'utf8',
    });
    expect(prefix.trim()).toBe(own?.at);
  });

  it('are told of when there is none', async () => {
    const repository = repositoryWith({ 'Cargo.lock': '', 'package.json': '{}' });
    const space = await setUp().store.create({ name: 'one', repository });
    expect(space.mounts).toEqual([]);
    expect(space.notes).toEqual([expect.stringContaining('no lockfile'), expect.stringContaining('Cargo')]);
  });

  it('do not see the secrets of whoever prepares them', async () => {
    const install = hostInstall({ PATH, MY_API_KEY: 'sk-secret', HOME: '/root' });
    const result = await install({ program: 'env' }, tempFolder());
    expect(result.stdout.text).toContain('PATH=');
    expect(result.stdout.text).not.toMatch(/sk-secret|HOME=/);
    expect(await install({ program: 'no-such-program' }, tempFolder())).toMatchObject({ outcome: 'unstartable' });
  });
});
