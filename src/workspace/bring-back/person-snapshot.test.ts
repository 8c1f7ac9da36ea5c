import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Sha } from '#contracts/workspace.ts';
import { failureOf, tempFolder, write } from '#host/testing/temp-folder.ts';
import { commitAll, git, repositoryWith, storeIn } from '../testing/test-repository.ts';

const FILES = { 'a.txt': 'a\n', 'src/b.txt': 'b\n', '.gitignore': 'ignored/\n*.log\n' };

function setUp(options = {}) {
  const repository = repositoryWith(FILES);
  const store = storeIn(tempFolder(), options);
  /** The tree that the person's own git would commit. */
  const wouldBe = (): string => {
    const index = join(tempFolder(), 'index');
    writeFileSync(index, readFileSync(join(repository, '.git/index')));
    const copy = join(tempFolder(), 'copy');
    git(repository, 'clone', '--quiet', '--no-checkout', repository, copy);
    git(repository, `--git-dir=${join(copy, '.git')}`, `--work-tree=${repository}`, 'add', '--all');
    return git(repository, `--git-dir=${join(copy, '.git')}`, 'write-tree');
  };
  return { repository, store, wouldBe, look: () => store.repository(repository).snapshot() };
}

describe('G3 the snapshot of a person’s checkout', () => {
  it('G3.8 is the tree of the current files, and changes nothing', async () => {
    const { repository, look, wouldBe } = setUp();
    const clean = await look();
    expect(clean).toMatchObject({ branch: 'main', dirty: false, head: git(repository, 'rev-parse', 'HEAD') });
    expect(clean.tree).toBe(git(repository, 'rev-parse', 'HEAD^{tree}'));
    write(repository, { 'a.txt': 'A\n', 'new.txt': 'new\n', 'x.log': 'log\n', 'ignored/deep/h.js': 'helper\n' });
    rmSync(join(repository, 'src/b.txt'));
    symlinkSync('a.txt', join(repository, 'link'));
    const before = [statSync(join(repository, '.git/index')).mtimeMs, git(repository, 'count-objects')];
    const dirty = await look();
    expect([statSync(join(repository, '.git/index')).mtimeMs, git(repository, 'count-objects')]).toEqual(before);
    expect(dirty).toMatchObject({ dirty: true, staged: [], ignored: ['ignored/', 'x.log'], nested: [] });
    expect(dirty.tree).toBe(wouldBe());
    expect((await look()).tree).toBe(dirty.tree);
    write(repository, { 'a.txt': 'B\n' }); // same size, same second, and an index of ours from before
    expect((await look()).tree).toBe(wouldBe());
  });

  it('G3.8 can be checked out by a gate', async () => {
    const { repository, store, look } = setUp();
    write(repository, { 'new.txt': 'new\n', 'x.log': 'log\n' });
    const { tree } = await look();
    const checkout = await store.repository(repository).checkout({ tree });
    expect(readFileSync(join(checkout.path, 'new.txt'), 'utf8')).toBe('new\n');
    expect(existsSync(join(checkout.path, 'x.log'))).toBe(false);
  });

  it('C18 sees through assume-unchanged and skip-worktree, and names them', async () => {
    const { repository, look } = setUp();
    await look();
    git(repository, 'update-index', '--assume-unchanged', 'a.txt');
    git(repository, 'update-index', '--skip-worktree', 'src/b.txt');
    write(repository, { 'a.txt': 'hidden\n', 'src/b.txt': 'hidden too\n' });
    expect(git(repository, 'status', '--porcelain')).toBe('');
    const state = await look();
    expect(state).toMatchObject({ dirty: true, assumeUnchanged: ['a.txt'], skipWorktree: ['src/b.txt'] });
    rmSync(join(repository, 'src/b.txt')); // as a sparse checkout has it: absent, not deleted
    write(repository, { 'a.txt': 'a\n' });
    expect(await look()).toMatchObject({ dirty: false, skipWorktree: ['src/b.txt'] });
  });

  it('C18 sees through a forged index', async () => {
    const { repository, look } = setUp();
    await look();
    // The index says that the file is as committed, and as it is on disk now.
    const blob = git(repository, 'rev-parse', 'HEAD:a.txt');
    write(repository, { 'a.txt': 'forged\n' });
    git(repository, 'add', 'a.txt');
    const index = readFileSync(join(repository, '.git/index'));
    const forged = git(repository, 'hash-object', 'a.txt');
    const at = index.indexOf(Buffer.from(forged, 'hex'));
    Buffer.from(blob, 'hex').copy(index, at);
    const body = index.subarray(0, -20);
    writeFileSync(join(repository, '.git/index'), Buffer.concat([body, createHash('sha1').update(body).digest()]));
    const later = Date.now() / 1000 + 10; // else git, seeing both in one second, would look into the file
    utimesSync(join(repository, '.git/index'), later, later);
    expect(git(repository, 'diff-files', '--name-only')).toBe('');
    const state = await look();
    expect(state.dirty).toBe(true);
  });

  it('reports files that are staged, tracked although ignored, and no longer tracked', async () => {
    const { repository, look, wouldBe } = setUp();
    write(repository, { 'ignored/kept.txt': 'kept\n', 'gone.log': 'log\n' });
    git(repository, 'add', '--force', 'ignored/kept.txt', 'gone.log');
    const both = await look();
    expect(both).toMatchObject({ staged: ['gone.log', 'ignored/kept.txt'], ignored: [] });
    git(repository, 'rm', '--quiet', '--cached', 'gone.log');
    const one = await look();
    expect(one).toMatchObject({ staged: ['ignored/kept.txt'], ignored: ['gone.log'] });
    expect(one.tree).not.toBe(both.tree);
    expect(wouldBe()).not.toBe(one.tree); // a plain `add --all` leaves ignored files out; the person added this one
  });

  it('honours the person’s own lists of what to ignore, in .git/info and at home', async () => {
    const home = tempFolder();
    write(home, { ignore: '.DS_Store\n' });
    const { repository, look } = setUp({ excludesFile: join(home, 'ignore') });
    write(repository, { '.git/info/exclude': '.assay/state.json\n', '.assay/state.json': '{}', 'src/.DS_Store': 'x' });
    expect(await look()).toMatchObject({ dirty: false, ignored: ['.assay/', 'src/.DS_Store'] });
  });

  it('works in a worktree, on a detached HEAD, before the first commit, and in a subfolder', async () => {
    const { repository, store } = setUp();
    const linked = join(tempFolder(), 'linked');
    git(repository, 'worktree', 'add', '--quiet', '--detach', linked);
    write(linked, { 'only-here.txt': 'x\n' });
    expect(await store.repository(linked).snapshot()).toMatchObject({ branch: null, dirty: true, folder: linked });
    expect(await store.repository(join(repository, 'src')).snapshot()).toMatchObject({
      dirty: false,
      folder: repository,
    });
    const fresh = join(tempFolder(), 'fresh');
    mkdirSync(fresh);
    git(fresh, 'init', '--quiet', '--initial-branch=main');
    write(fresh, { 'a.txt': 'a\n' });
    expect(await store.repository(fresh).snapshot()).toMatchObject({ head: null, branch: 'main', dirty: true });
  });

  it('reports repositories inside, conflicts, and unfinished operations', async () => {
    const { repository, look } = setUp();
    mkdirSync(join(repository, 'inner'));
    git(join(repository, 'inner'), 'init', '--quiet');
    commitAll(join(repository, 'inner'), 'inner');
    git(repository, 'checkout', '--quiet', '-b', 'side');
    write(repository, { 'a.txt': 'side\n' });
    git(repository, 'commit', '--quiet', '--all', '--message', 'side');
    git(repository, 'checkout', '--quiet', 'main');
    write(repository, { 'a.txt': 'main\n' });
    git(repository, 'commit', '--quiet', '--all', '--message', 'main');
    expect(() => git(repository, 'merge', '--quiet', 'side')).toThrow();
    const state = await look();
    expect(state).toMatchObject({ nested: ['inner'], unmerged: ['a.txt'], underway: 'merge', dirty: true });
  });

  it('refuses filters unless files may stay as stored, and then names them', async () => {
    const { repository, look, store } = setUp();
    write(repository, { '.gitattributes': '*.bin filter=lfs\n', 'x.bin': 'content\n' });
    commitAll(repository, 'lfs');
    expect(await failureOf(look())).toMatchObject({
      code: 'REPOSITORY_UNFIT',
      message: expect.stringContaining('lfs'),
    });
    const raw = storeIn(tempFolder(), { allow: { filters: 'raw' } });
    write(repository, { 'x.bin': 'another content\n' });
    expect(await raw.repository(repository).snapshot()).toMatchObject({ unmeasured: ['x.bin'], dirty: false });
    const head = Sha.parse(git(repository, 'rev-parse', 'HEAD'));
    expect(await store.repository(repository).odditiesOf(head)).toMatchObject({
      filtered: [{ path: 'x.bin', filter: 'lfs' }],
    });
  });

  it('has a limit', async () => {
    const { repository, look } = setUp({ workspaceBytes: 1_000_000 });
    writeFileSync(join(repository, 'big.bin'), Buffer.alloc(1_100_000));
    expect(await failureOf(look())).toMatchObject({ code: 'WORKSPACE_TOO_BIG' });
    chmodSync(join(repository, 'a.txt'), 0o755);
    rmSync(join(repository, 'big.bin'));
    expect(await look()).toMatchObject({ dirty: true });
  });
});

describe('G3 history', () => {
  it('is read from the person’s commits and from those of workspaces alike', async () => {
    const { repository, store } = setUp();
    const first = Sha.parse(git(repository, 'rev-parse', 'HEAD'));
    write(repository, { 'c.txt': 'c\n', 'bin\u00e4r': new Uint8Array([0, 255]) });
    const second = Sha.parse(commitAll(repository, 'second\n\nwith a body'));
    expect(await store.repository(repository).resolve('main')).toBe(second);
    expect(await store.repository(repository).isAncestor(first, second)).toBe(true);
    expect(await store.repository(repository).isAncestor(second, first)).toBe(false);
    expect(await store.repository(repository).mergeBase(first, second)).toBe(first);
    expect(await store.repository(repository).commitsBetween(first, second)).toMatchObject([
      { sha: second, parents: [first], author: 'Person', message: 'second\n\nwith a body\n' },
    ]);
    expect(await store.repository(repository).commitsBetween(second, second)).toEqual([]);
    const tree = await store.repository(repository).treeOf(second);
    expect(tree).toBe(git(repository, 'rev-parse', 'HEAD^{tree}'));
    expect(
      (await store.repository(repository).listFilesAt(tree)).map(({ path, kind, bytes }) => [path, kind, bytes]),
    ).toEqual([
      ['.gitignore', 'file', 15],
      ['a.txt', 'file', 2],
      ['binär', 'file', 2],
      ['c.txt', 'file', 2],
      ['src/b.txt', 'file', 2],
    ]);
    expect(Buffer.from((await store.repository(repository).readFileAt(second, 'binär')) ?? [])).toEqual(
      Buffer.from([0, 255]),
    );
    for (const path of ['nope', '', 'src', '../a.txt', 'src/../a.txt', '/a.txt', 'a.txt/', ':/a.txt', '*'])
      expect(await store.repository(repository).readFileAt(second, path), path).toBeNull();
    expect((await store.repository(repository).diffBetween(first, tree)).files.map(({ path }) => path)).toEqual([
      'binär',
      'c.txt',
    ]);
    const space = await store.create({ name: 'one', repository, from: first });
    write(space.path, { 'w.txt': 'w\n' });
    const { sha } = await space.commit({ phase: 'impl', brief: 'x', session: 's', node: 'n', costUsd: 0 });
    expect(await store.repository(repository).mergeBase(sha, second)).toBe(first);
    expect(await store.repository(repository).predict(sha, second)).toEqual([]);
    expect(await failureOf(store.repository(repository).treeOf(Sha.parse('1'.repeat(40))))).toMatchObject({
      code: 'REVISION_UNKNOWN',
    });
  });

  it('does not make a commit that was only looked at a base that is trusted', async () => {
    const { repository, store } = setUp();
    await store.repository(repository).snapshot();
    const head = git(repository, 'rev-parse', 'HEAD');
    const space = await store.create({ name: 'one', repository, from: head });
    expect(space.base).toBe(head); // chosen now, so imported as a base
  });
});
