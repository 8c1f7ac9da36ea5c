import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf, tempFolder, write } from '#host/testing/temp-folder.ts';
import { hostInstall } from '#sandbox/layers/testing/host-install.ts';
import { layersSetUp } from '#workspace/testing/layers-set-up.ts';
import { commitAll, git, MESSAGE, PATH, repositoryWith } from '#workspace/testing/test-repository.ts';

const NPM_PROJECT = {
  'package.json': JSON.stringify({ name: 'p', version: '1.0.0', dependencies: { dep: 'file:dep-1.0.0.tgz' } }),
  'dep/package.json': JSON.stringify({ name: 'dep', version: '1.0.0', main: 'index.js' }),
  'dep/index.js': 'module.exports = 42;\n',
  '.gitignore': 'node_modules/\n',
};
let locked: { readonly [file: string]: Uint8Array } | undefined;

/** A project whose one dependency is a package in the repository itself: nothing is fetched. npm makes its files once. */
function npmProject(): string {
  locked ??= packAndLock();
  return repositoryWith({ ...NPM_PROJECT, ...locked });
}

function packAndLock(): { readonly [file: string]: Uint8Array } {
  const folder = tempFolder();
  write(folder, NPM_PROJECT);
  const options = { cwd: folder, env: { PATH, HOME: tempFolder(), npm_config_update_notifier: 'false' } };
  execFileSync('npm', ['pack', './dep', '--silent'], options);
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--no-audit', '--silent'], options);
  const made = ['dep-1.0.0.tgz', 'package-lock.json'];
  return Object.fromEntries(made.map((file) => [file, readFileSync(join(folder, file))]));
}

describe('layers', () => {
  it('H2.6 are prepared once a lockfile, and shared by workspaces and checkouts without copying', async () => {
    const repository = npmProject();
    const { store, calls } = layersSetUp();
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
    const checkout = await store.repository(repository).checkout({ tree });
    expect(checkout.seenAt).toBe(realpathSync(repository));
    expect(checkout.mounts).toEqual([{ from: one.mounts[0]?.from, at: join(checkout.seenAt, 'node_modules') }]);
    expect(calls).toEqual(['npm']);
  });

  it('H2.7 are not prepared for dependencies that an agent asks for', async () => {
    const repository = npmProject();
    const { store, calls } = layersSetUp();
    const space = await store.create({ name: 'one', repository });
    write(space.path, {
      'package-lock.json': readFileSync(join(repository, 'package-lock.json'), 'utf8').replace('1.0.0', '2.0.0'),
    });
    const { sha, tree } = await space.commit(MESSAGE);
    const checkout = await store.repository(repository).checkout({ tree });
    expect(checkout).toMatchObject({ mounts: [], notes: [expect.stringContaining('were not granted')] });
    expect(await store.create({ name: 'two', repository, from: sha })).toMatchObject({ mounts: [] });
    expect(calls).toEqual(['npm']);
  });

  it('are not a request if a manifest without lockfile changes what is run, not what is installed', async () => {
    const repository = npmProject();
    const { store } = layersSetUp();
    const space = await store.create({ name: 'one', repository });
    rmSync(join(space.path, 'package-lock.json'));
    const { sha: bare } = await space.commit(MESSAGE);
    const manifest = JSON.parse(readFileSync(join(space.path, 'package.json'), 'utf8'));
    write(space.path, { 'package.json': JSON.stringify({ ...manifest, scripts: { test: 'true' } }) });
    const { sha: scripts } = await space.commit(MESSAGE);
    expect(await store.repository(repository).dependencyRequests(bare, scripts)).toEqual([]);
    const dependencies = { ...manifest.dependencies, other: '^2.0.0' };
    write(space.path, { 'package.json': JSON.stringify({ ...manifest, dependencies }) });
    const { sha: added } = await space.commit(MESSAGE);
    expect(await store.repository(repository).dependencyRequests(bare, added)).toMatchObject([
      { lockfile: 'package.json', says: expect.stringContaining('adds other ^2.0.0') },
    ]);
  });

  it('H2.7 are prepared with a granted dependency, once a gate has seen it', async () => {
    const repository = npmProject();
    const { store, calls } = layersSetUp();
    const space = await store.create({ name: 'one', repository });
    const dep = join(tempFolder(), 'other');
    write(dep, { 'package.json': '{"name":"other","version":"2.0.0"}', 'index.js': 'module.exports = 7;\n' });
    const env = { PATH, HOME: tempFolder(), npm_config_update_notifier: 'false' };
    execFileSync('npm', ['pack', dep, '--silent', '--pack-destination', space.path], { env });
    const add = ['install', './other-2.0.0.tgz', '--package-lock-only', '--offline', '--no-audit', '--silent'];
    execFileSync('npm', add, { cwd: space.path, env });
    const { sha, tree } = await space.commit(MESSAGE);

    const requests = await store.repository(repository).dependencyRequests(space.base, sha);
    expect(requests).toMatchObject([
      {
        lockfile: 'package-lock.json',
        change: { type: 'known', added: [{ name: 'other', version: '2.0.0' }], removed: [], changed: [], replaced: [] },
        says: 'package-lock.json: adds other 2.0.0.',
      },
    ]);
    expect(calls).toEqual(['npm']);
    const [request] = requests;
    expect((await store.repository(repository).checkout({ tree, granted: ['npm-something-else'] })).mounts).toEqual([]);
    expect(calls).toEqual(['npm']);
    const granted = await store.repository(repository).checkout({ tree, granted: [request?.key ?? ''] });
    expect(readFileSync(join(granted.mounts[0]?.from ?? '', 'other/index.js'), 'utf8')).toContain('7');
    expect(calls).toEqual(['npm', 'npm']);
    expect(await store.repository(repository).dependencyRequests(space.base, sha)).toEqual([]);
    expect((await store.create({ name: 'two', repository, from: sha })).mounts).toEqual([
      { from: granted.mounts[0]?.from, at: expect.stringContaining('two/tree/node_modules') },
    ]);
    expect(calls).toEqual(['npm', 'npm']);
  });

  it('are installed as the configuration of the base commit says, never as an agent’s', async () => {
    const repository = npmProject();
    const install = ['sh', '-c', 'mkdir -p node_modules/own && echo mine >node_modules/own/made'];
    write(repository, { '.assay/config.json': JSON.stringify({ setup: { install, copy: ['.env.*', '!.env.prod'] } }) });
    write(repository, { '.gitignore': 'node_modules/\n.env.*\n', '.env.test': 'A=1\n', '.env.prod': 'SECRET=1\n' });
    commitAll(repository, 'configured');
    const { store, calls } = layersSetUp();
    const one = await store.create({ name: 'one', repository });
    expect(readFileSync(join(one.mounts[0]?.from ?? '', 'own/made'), 'utf8')).toBe('mine\n');
    expect(readFileSync(join(one.path, '.env.test'), 'utf8')).toBe('A=1\n');
    expect(existsSync(join(one.path, '.env.prod'))).toBe(false);
    write(one.path, {
      '.assay/config.json': JSON.stringify({ setup: { install: 'touch /tmp/x', copy: ['.env.prod'] } }),
    });
    const { sha, tree } = await one.commit(MESSAGE);
    const two = await store.create({ name: 'two', repository, from: sha });
    expect(existsSync(join(two.path, '.env.prod'))).toBe(false);
    expect(two.mounts[0]?.from).toBe(one.mounts[0]?.from);
    const checkout = await store.repository(repository).checkout({ tree });
    expect(checkout.mounts[0]?.from).toBe(one.mounts[0]?.from);
    expect(calls).toEqual(['sh']);
    write(repository, { '.assay/config.json': '{"steup": 1}' });
    expect((await store.repository(repository).checkout({ tree })).notes[0]).toContain('steup is not a setting');
    commitAll(repository, 'broken');
    expect(await failureOf(store.create({ name: 'three', repository }))).toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('that fail leave nothing, and the workspace is not made', async () => {
    const repository = npmProject();
    write(repository, { 'package-lock.json': '{"broken"' });
    commitAll(repository, 'broken');
    const { store, shelf } = layersSetUp();
    expect(await failureOf(store.create({ name: 'one', repository }))).toMatchObject({
      message: expect.stringMatching(/dependencies of package-lock\.json failed: npm ci .*exit/s),
      next: expect.any(String),
    });
    expect(readdirSync(shelf.folder)).toEqual([]);
    git(repository, 'revert', '--no-edit', 'HEAD');
    expect((await store.create({ name: 'one', repository })).mounts).toHaveLength(1);
  });

  it('that a command of the project did not make are neither mounted nor named', async () => {
    const install = ['sh', '-c', 'mkdir -p node_modules/own'];
    const repository = repositoryWith({
      'package-lock.json': '{}',
      'requirements.txt': '# nothing yet\n',
      '.assay/config.json': JSON.stringify({ setup: { install } }),
    });
    const space = await layersSetUp().store.create({ name: 'one', repository });
    expect(space.mounts.map(({ at }) => at)).toEqual([join(space.path, 'node_modules')]);
    expect(space.mounts.every(({ from }) => existsSync(from))).toBe(true);
    expect(space.env).toEqual({});
    expect(space.notes).toEqual(['Installing requirements.txt made no venv.']);
  });

  it('of a folder below that cannot be had are a note; those of the top are an error', async () => {
    const install = ['sh', '-c', 'test "$(basename "$PWD")" != bench'];
    const config = { '.assay/config.json': JSON.stringify({ setup: { install } }) };
    const below = repositoryWith({ 'bench/requirements.txt': 'no-such-thing\n', ...config });
    const space = await layersSetUp().store.create({ name: 'one', repository: below });
    expect(space.notes.join()).toMatch(/dependencies of bench\/requirements\.txt failed/);
    const top = repositoryWith({
      'requirements.txt': 'no-such-thing\n',
      '.assay/config.json': JSON.stringify({ setup: { install: ['false'] } }),
    });
    expect(await failureOf(layersSetUp().store.create({ name: 'one', repository: top }))).toMatchObject({
      code: 'LAYER_FAILED',
    });
  });

  it('are not mounted from where a link has come in their place', async () => {
    const repository = repositoryWith({
      'requirements.txt': '',
      '.assay/config.json': JSON.stringify({ setup: { install: ['sh', '-c', 'mkdir "$VIRTUAL_ENV"'] } }),
    });
    const { store } = layersSetUp();
    const one = await store.create({ name: 'one', repository });
    const venv = one.env.VIRTUAL_ENV ?? '';
    renameSync(venv, `${venv}.aside`);
    symlinkSync(tempFolder(), venv);
    expect(await failureOf(store.create({ name: 'two', repository }))).toMatchObject({ code: 'LAYER_FAILED' });
  });

  it('G10.1 are a copy of the person’s installed packages, taken before the agent works and then left alone', async () => {
    const repository = repositoryWith({
      'package.json': JSON.stringify({ dependencies: { dep: '^1.0.0' } }),
      'packages/a/package.json': '{}',
      '.gitignore': 'node_modules/\n',
    });
    write(repository, {
      'node_modules/dep/index.js': 'as installed\n',
      'node_modules/.cache/x': 'nobody needs it\n',
      'packages/a/node_modules/own/index.js': 'of a\n',
    });
    const { store, calls } = layersSetUp();
    const tree = await store.repository(repository).treeOf(await store.repository(repository).resolve('HEAD'));
    const textIn = ({ mounts }: { mounts: readonly { from: string; at: string }[] }, at: string) =>
      readFileSync(join(mounts.find((mount) => mount.at.endsWith(at))?.from ?? '', 'index.js'), 'utf8');
    expect((await store.repository(repository).checkout({ tree })).mounts).toEqual([]);
    const first = await store.repository(repository).checkout({ tree, dependencies: 'refresh' });
    expect(first.mounts.map(({ at }) => at)).toEqual([
      join(first.seenAt, 'node_modules'),
      join(first.seenAt, 'packages/a/node_modules'),
    ]);
    expect(first.notes).toEqual([expect.stringMatching(/copy of what is installed.*2 files, sha256 [0-9a-f]{16}/)]);
    expect(readFileSync(join(first.mounts[0]?.from ?? '', 'dep/index.js'), 'utf8')).toBe('as installed\n');

    write(repository, { 'node_modules/dep/index.js': 'edited by the agent\n' });
    const later = await store.repository(repository).checkout({ tree });
    expect(readFileSync(join(later.mounts[0]?.from ?? '', 'dep/index.js'), 'utf8')).toBe('as installed\n');
    expect(later.notes).toEqual(first.notes);
    expect(
      textIn({ mounts: later.mounts.map(({ from, at }) => ({ from: join(from, 'own'), at })) }, 'a/node_modules'),
    ).toBe('of a\n');
    expect(calls).toEqual([]);

    // Nothing that an agent newly asks for is taken from what it may have put there.
    const more = await store
      .repository(repository)
      .editTree(tree, new Map([['package.json', { type: 'text', text: '{"dependencies":{"dep":"^2.0.0"}}' }]]));
    expect(await store.repository(repository).checkout({ tree: more })).toMatchObject({
      mounts: [],
      notes: [expect.stringContaining('were not granted')],
    });
    // The person installs again before the next PR.
    write(repository, { 'node_modules/.package-lock.json': '{"packages":{}}' });
    const anew = await store.repository(repository).checkout({ tree, dependencies: 'refresh' });
    expect(readFileSync(join(anew.mounts[0]?.from ?? '', 'dep/index.js'), 'utf8')).toBe('edited by the agent\n');
  });

  it('G10.1 are installed from the lockfile if the person’s packages do not match it, and the cause is reported', async () => {
    const repository = npmProject();
    write(repository, {
      'node_modules/.package-lock.json': JSON.stringify({ packages: { 'node_modules/dep': { version: '0.9.0' } } }),
      'node_modules/dep/index.js': 'old\n',
    });
    const { store, calls } = layersSetUp();
    const tree = await store.repository(repository).treeOf(await store.repository(repository).resolve('HEAD'));
    const checkout = await store.repository(repository).checkout({ tree, dependencies: 'prepare' });
    expect(calls).toEqual(['npm']);
    expect(readFileSync(join(checkout.mounts[0]?.from ?? '', 'dep/index.js'), 'utf8')).toContain('42');
    expect(checkout.notes).toEqual([expect.stringMatching(/node_modules\/dep is 0\.9\.0, the lockfile says 1\.0\.0/)]);

    const failing = layersSetUp(async (command, ...rest) => {
      const asked = hostInstall(process.env);
      return asked(command.program === 'npm' ? { program: 'false' } : command, ...rest);
    });
    const same = await failing.store
      .repository(repository)
      .treeOf(await failing.store.repository(repository).resolve('HEAD'));
    const all = await failing.store.repository(repository).checkout({ tree: same, dependencies: 'prepare' });
    expect(readFileSync(join(all.mounts[0]?.from ?? '', 'dep/index.js'), 'utf8')).toBe('old\n');
    expect(all.notes.join(' ')).toMatch(/copy of what is installed.*dep is 0\.9\.0.*failed: npm ci|exit 1/s);
  });
});
