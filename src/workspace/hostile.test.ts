import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DecideCommand } from '#contracts/workspace.ts';
import { failureOf, tempFolder, write } from '#host/testing/temp-folder.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { takeSnapshot } from './checkout/snapshot.ts';
import { touchedPaths } from './git/diff.ts';
import { treeShell } from './git/tree-shell.ts';
import { commitAll, git, MESSAGE, PATH, repositoryWith, storeIn } from './testing/test-repository.ts';

/** Makes a git directory run a program in every way git knows. */
function trap(gitDir: string, tree: string, canary: string): void {
  const run = `touch ${canary}`;
  const script = join(gitDir, 'trap.sh');
  writeFileSync(script, `#!/bin/sh\n${run}\ncat\n`, { mode: 0o755 });
  const settings = {
    'core.fsmonitor': script,
    'core.hooksPath': join(gitDir, 'hooks'),
    'core.pager': run,
    'core.editor': run,
    'core.sshCommand': run,
    'core.askPass': script,
    'core.alternateRefsCommand': script,
    'core.worktree': tree,
    'diff.external': script,
    'diff.x.textconv': script,
    'diff.x.command': script,
    'merge.x.driver': script,
    'filter.x.clean': script,
    'filter.x.smudge': script,
    'filter.x.process': script,
    'filter.x.required': 'true',
    'credential.helper': script,
    'gpg.program': script,
    'commit.gpgSign': 'true',
    'uploadpack.packObjectsHook': script,
    'remote.origin.url': `ext::${script}`,
    'remote.origin.uploadpack': script,
    'remote.origin.promisor': 'true',
    'extensions.partialClone': 'origin',
    'protocol.ext.allow': 'always',
    'include.path': join(gitDir, 'more'),
    'alias.status': `!${run}`,
    'alias.write-tree': `!${run}`,
  };
  writeFileSync(join(gitDir, 'more'), `[core]\n\tfsmonitor = ${script}\n`);
  const text = Object.entries(settings).map(([name, value]) => {
    const [section = '', ...rest] = name.split('.');
    const key = rest.pop() ?? '';
    return `[${section}${rest.length > 0 ? ` "${rest.join('.')}"` : ''}]\n\t${key} = ${JSON.stringify(value)}\n`;
  });
  writeFileSync(join(gitDir, 'config'), `[core]\n\trepositoryformatversion = 1\n\tbare = false\n${text.join('')}`);
  mkdirSync(join(gitDir, 'hooks'), { recursive: true });
  for (const hook of [
    'post-index-change',
    'pre-commit',
    'post-commit',
    'reference-transaction',
    'post-checkout',
    'fsmonitor-watchman',
  ])
    writeFileSync(join(gitDir, 'hooks', hook), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
  mkdirSync(join(gitDir, 'info'), { recursive: true });
  writeFileSync(join(gitDir, 'info', 'attributes'), '* filter=x diff=x merge=x\n');
}

const FILES = { 'a.txt': 'one\n', 'sub/b.txt': 'two\n', 'src/c.txt': 'three\n' };

async function setUp() {
  const folder = tempFolder();
  const repository = repositoryWith(FILES);
  const store = storeIn(folder);
  const create = (name: string) => store.create({ name, repository });
  return { folder, repository, store, create, canary: join(folder, 'ran') };
}

describe('a hostile checkout', () => {
  it('has nothing executed when it is committed, compared, taken from and removed', async () => {
    const { store, repository, create, canary } = await setUp();
    const [bad, good] = [await create('bad'), await create('good')];
    trap(join(bad.path, '.git'), bad.path, canary);
    write(bad.path, { '.gitattributes': '* filter=x diff=x merge=x\n' });
    expect(await failureOf(bad.commit(MESSAGE))).toMatchObject({
      message: expect.stringContaining('under the filter x'),
    });
    write(bad.path, { '.gitattributes': '* diff=x merge=x\n', 'a.txt': 'changed\n', 'new.txt': 'new\n' });
    const { sha, tree } = await bad.commit(MESSAGE);
    await bad.state();
    await bad.diff();
    write(good.path, { 'other.txt': 'other\n' });
    const other = await good.commit(MESSAGE);
    expect(await good.take(bad, sha)).toMatchObject({ type: 'committed' });
    expect(await bad.take(good, other.sha)).toMatchObject({ type: 'committed' });
    expect(await store.repository(repository).predict(sha, other.sha)).toEqual([]);
    await bad.squash(MESSAGE);
    await store.repository(repository).deliver(sha, 'refs/assay/x');
    await (await store.repository(repository).checkout({ tree })).close();
    expect(touchedPaths(await bad.diff())).toEqual(['.gitattributes', 'a.txt', 'new.txt', 'other.txt']);
    expect(existsSync(canary)).toBe(false);

    // The same directory, used as a person's git would: it bites.
    try {
      git(bad.path, 'add', '--all');
    } catch {
      // it may fail as well
    }
    expect(existsSync(canary)).toBe(true);
    await bad.close();
    expect(existsSync(bad.path)).toBe(false);
  });

  it('has no repository inside it looked into', async () => {
    const { create, canary } = await setUp();
    const space = await create('one');
    const inner = join(space.path, 'inner');
    mkdirSync(inner);
    git(inner, 'init', '--quiet');
    write(inner, { 'x.txt': 'x\n' });
    expect(await failureOf(space.commit(MESSAGE))).toMatchObject({
      message: expect.stringContaining('inner is a git repository'),
    });
    commitAll(inner, 'inner');
    trap(join(inner, '.git'), inner, canary);
    for (let round = 0; round < 2; round += 1) {
      expect(await failureOf(space.commit(MESSAGE))).toMatchObject({
        message: expect.stringContaining('inner is a git repository'),
        next: expect.stringContaining('.gitignore'),
      });
      expect((await space.state()).unfit).toMatchObject({
        code: 'UNCOMMITTABLE',
        message: expect.stringContaining('inner is a git repository'),
      });
    }
    expect(existsSync(canary)).toBe(false);
    rmSync(join(inner, '.git'), { recursive: true });
    await space.commit(MESSAGE);
    expect(touchedPaths(await space.diff())).toEqual(['inner/x.txt']);
  });

  it('cannot pull in outside files by links', async () => {
    const { folder, create } = await setUp();
    const space = await create('one');
    write(folder, { 'secret/c.txt': 'secret\n', 'secret/more.txt': 'secret\n' });
    rmSync(join(space.path, 'src'), { recursive: true });
    symlinkSync(join(folder, 'secret'), join(space.path, 'src'));
    symlinkSync(join(folder, 'secret/c.txt'), join(space.path, 'link'));
    await space.commit(MESSAGE);
    const diff = await space.diff();
    expect(diff.files.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'link symlink',
      'src symlink',
      'src/c.txt null',
    ]);
    expect(JSON.stringify(diff)).not.toContain('+secret');
  });

  it('cannot borrow objects, redirect its git directory or be replaced by a link', async () => {
    const { folder, create } = await setUp();
    const [one, two] = [await create('one'), await create('two')];
    write(two.path, { 'secret.txt': 'secret\n' });
    const { sha } = await two.commit(MESSAGE);
    writeFileSync(join(one.path, '.git/HEAD'), `${sha}\n`);
    mkdirSync(join(one.path, '.git/objects/info'), { recursive: true });
    writeFileSync(join(one.path, '.git/objects/info/alternates'), `${join(two.path, '.git/objects')}\n`);
    expect(await one.commit(MESSAGE)).toMatchObject({ type: 'unchanged', sha: one.base });
    rmSync(join(one.path, '.git'), { recursive: true });
    writeFileSync(join(one.path, '.git'), `gitdir: ${join(two.path, '.git')}\n`);
    expect(await one.commit(MESSAGE)).toMatchObject({ type: 'unchanged', sha: one.base });
    renameSync(one.path, join(folder, 'moved'));
    symlinkSync(two.path, one.path);
    expect(await failureOf(one.commit(MESSAGE))).toMatchObject({
      message: expect.stringContaining('no longer a folder'),
    });
  });

  it('cannot hold the snapshot up for ever', async () => {
    const { folder, repository, store, create } = await setUp();
    const space = await create('one');
    execFileSync('mkfifo', [join(space.path, '.gitignore')]);
    const [vault = ''] = readdirSync(join(folder, 'store/vaults'));
    const place = {
      tree: space.path,
      gitDir: join(folder, 'store/vaults', vault),
      privateFolder: join(folder, 'store/workspaces/one/private'),
    };
    const failed = await failureOf(takeSnapshot(treeShell(PATH), place, { timeoutMs: 1_000 }));
    expect(failed).toMatchObject({
      message: expect.stringContaining('timed-out'),
      next: expect.stringContaining('pipe'),
    });
    rmSync(join(space.path, '.gitignore'));
    expect(await space.state()).toMatchObject({ dirty: false });
    expect((await store.create({ name: 'two', repository })).path).toBeTruthy();
  });

  it('is removed whatever it left: closed folders, paths beyond the longest', async () => {
    const { create } = await setUp();
    const space = await create('one');
    const deep = "for (let n = 0; n < 60; n++) { fs.mkdirSync('d'.repeat(90)); process.chdir('d'.repeat(90)); }";
    execFileSync('node', ['-e', deep], { cwd: space.path });
    mkdirSync(join(space.path, 'closed/inner'), { recursive: true });
    chmodSync(join(space.path, 'closed'), 0o000);
    await space.close();
    expect(existsSync(space.path)).toBe(false);
  });
});

describe('a hostile repository of the person', () => {
  it('has nothing executed when workspaces are made from it', async () => {
    const { repository, store, canary } = await setUp();
    const link = join(repository, '.git');
    const before = git(repository, 'rev-parse', 'HEAD');
    trap(link, repository, canary);
    write(repository, { '.worktreeinclude': '.env\n' });
    const space = await store.create({ name: 'one', repository });
    expect(space.base).toBe(before);
    write(space.path, { 'n.txt': 'n\n' });
    const { sha } = await space.commit(MESSAGE);
    await store.repository(repository).deliver(sha, 'refs/assay/x');
    expect(existsSync(canary)).toBe(false);
  });
});

describe('under the sandbox', async () => {
  const own = mkdtempSync(join(tmpdir(), 'assay-git-sandbox-'));
  afterAll(() => rmSync(own, { recursive: true, force: true }));
  const sandbox = await createSandbox({ folder: own, env: process.env });
  const can = sandbox.ability.kind !== 'none';

  it('everything works as without it', async ({ skip }) => {
    if (!can) skip('this machine has no sandbox');
    const folder = tempFolder();
    const repository = repositoryWith(FILES);
    const store = storeIn(folder, { sandbox });
    const [one, two] = [
      await store.create({ name: 'one', repository }),
      await store.create({ name: 'two', repository }),
    ];
    write(one.path, { 'ä\n"x".txt': 'x\n', 'a.txt': 'changed\n' });
    rmSync(join(one.path, 'sub'), { recursive: true });
    const { sha, tree } = await one.commit(MESSAGE);
    expect(touchedPaths(await one.diff())).toEqual(['a.txt', 'sub/b.txt', 'ä\n"x".txt']);
    expect(await two.take(one, sha)).toMatchObject({ type: 'committed', tree });
    expect(await two.state()).toEqual({ committed: tree, work: tree, dirty: false, unfit: null });
    const checkout = await store.repository(repository).checkout({ tree });
    expect(existsSync(join(checkout.path, 'ä\n"x".txt'))).toBe(true);
  });

  it('an agent works in its checkout and sees neither the history nor its neighbour', async ({ skip }) => {
    if (!can) skip('this machine has no sandbox');
    const folder = tempFolder();
    const repository = repositoryWith(FILES);
    const store = storeIn(folder, { sandbox });
    const [one, two] = [
      await store.create({ name: 'one', repository }),
      await store.create({ name: 'two', repository }),
    ];
    const run = (script: string) => one.exec({ program: 'sh', args: ['-c', script] });
    expect(
      (
        await run(
          'git status --porcelain && echo made > made.txt && git add -A && git commit -qm mine && git log --oneline',
        )
      ).exitCode,
    ).toBe(0);
    expect((await run(`cat ${two.path}/a.txt`)).exitCode).not.toBe(0);
    expect((await run(`ls ${folder}/store/vaults`)).exitCode).not.toBe(0);
    expect((await run(`ls ${repository}`)).exitCode).not.toBe(0);
    await one.commit(MESSAGE);
    expect(touchedPaths(await one.diff())).toEqual(['made.txt']);
  });

  it('a command that the policy refuses is not started, also after the workspace was opened again', async ({
    skip,
  }) => {
    if (!can) skip('this machine has no sandbox');
    const repository = repositoryWith(FILES);
    const store = storeIn(tempFolder(), { sandbox });
    const asked: string[] = [];
    const decide: DecideCommand = ({ program }) => {
      asked.push(program);
      if (program !== 'touch') return { allow: true };
      return { allow: false, error: { code: 'SOMETHING', message: 'touch is not allowed', next: 'Use the tools.' } };
    };
    const space = await store.create({ name: 'one', repository, decide });
    expect(await space.exec({ program: 'true' })).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(await space.exec({ program: 'touch', args: ['made'] })).toMatchObject({
      outcome: 'unstartable',
      error: { code: 'COMMAND_REFUSED', message: 'touch is not allowed', next: 'Use the tools.' },
    });
    expect(existsSync(join(space.path, 'made'))).toBe(false);
    expect(asked).toEqual(['true', 'touch']);
    expect(await (await store.open('one', { decide })).exec({ program: 'touch', args: ['made'] })).toMatchObject({
      outcome: 'unstartable',
    });
    expect(await (await store.open('one')).exec({ program: 'touch', args: ['made'] })).toMatchObject({ exitCode: 0 });
  });

  it('without one nothing is run', async () => {
    const { create } = await setUp();
    expect(await failureOf((await create('one')).exec({ program: 'true' }))).toMatchObject({
      code: 'NOT_ISOLATED',
      next: expect.stringContaining('doctor'),
    });
  });
});
