import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { setUpBranch } from './testing/branch-set-up.ts';
import { commitAll, git, MESSAGE, repositoryWith } from './testing/test-repository.ts';

interface Work {
  readonly what: string;
  readonly change: (repository: string) => void;
  /** What is named as being in the way. */
  readonly path: string;
}

const WORK: readonly Work[] = [
  { what: 'an edit', path: 'a.txt', change: (at) => write(at, { 'a.txt': 'mine\n' }) },
  {
    what: 'an edit of the same size, in the same second',
    path: 'a.txt',
    change: (at) => write(at, { 'a.txt': 'A\n' }),
  },
  { what: 'an edit elsewhere', path: 'src/deep.txt', change: (at) => write(at, { 'src/deep.txt': 'mine\n' }) },
  { what: 'a deletion', path: 'a.txt', change: (at) => rmSync(join(at, 'a.txt')) },
  { what: 'a changed mode', path: 'a.txt', change: (at) => chmodSync(join(at, 'a.txt'), 0o755) },
  {
    what: 'a file become a link',
    path: 'a.txt',
    change: (at) => {
      rmSync(join(at, 'a.txt'));
      symlinkSync('b.txt', join(at, 'a.txt'));
    },
  },
  {
    what: 'staged work',
    path: 's.txt',
    change: (at) => {
      write(at, { 's.txt': 's\n' });
      git(at, 'add', 's.txt');
    },
  },
  {
    what: 'staged work that was undone in the file',
    path: 'a.txt',
    change: (at) => {
      write(at, { 'a.txt': 'mine\n' });
      git(at, 'add', 'a.txt');
      write(at, { 'a.txt': 'a\n' });
    },
  },
  {
    what: 'an untracked file where one is to come',
    path: 'new/n.txt',
    change: (at) => write(at, { 'new/n.txt': 'mine\n' }),
  },
  {
    what: 'an ignored file where one is to come',
    path: 'new/n.txt',
    change: (at) => write(at, { 'new/n.txt': 'mine\n', '.git/info/exclude': 'new/\n' }),
  },
  { what: 'an untracked file where a folder is to come', path: 'new', change: (at) => write(at, { new: 'mine\n' }) },
  {
    what: 'an untracked folder where a file is to come',
    path: 'new/n.txt/x',
    change: (at) => write(at, { 'new/n.txt/x': 'mine\n' }),
  },
  {
    what: 'an edit hidden by assume-unchanged',
    path: 'a.txt',
    change: (at) => {
      git(at, 'update-index', '--assume-unchanged', 'a.txt');
      write(at, { 'a.txt': 'mine\n' });
    },
  },
  {
    what: 'an edit hidden by skip-worktree',
    path: 'a.txt',
    change: (at) => {
      git(at, 'update-index', '--skip-worktree', 'a.txt');
      write(at, { 'a.txt': 'mine\n' });
    },
  },
];

const unchanged = { 'a.txt': 'a\n', 'b.txt': 'b\n' };

describe('G6 a branch that is checked out nowhere', () => {
  it('is made, moved and deleted only from its expected commit', async () => {
    const { repository, store, base, sha, at } = await setUpBranch();
    expect(await store.repository(repository).updateBranch('feat/x', null, base)).toEqual({
      type: 'updated',
      sha: base,
    });
    expect(await store.repository(repository).updateBranch('feat/x', null, sha)).toEqual({
      type: 'moved',
      found: base,
    });
    expect(await store.repository(repository).updateBranch('feat/x', base, sha)).toEqual({ type: 'updated', sha });
    expect(await store.repository(repository).updateBranch('feat/x', base, sha)).toEqual({ type: 'unchanged', sha });
    expect(at('feat/x')).toBe(sha);
    expect(at('main')).toBe(base);
    expect(git(repository, 'fsck', '--no-dangling')).toBe('');
    expect(git(repository, 'for-each-ref', 'refs/assay')).toBe('');
    expect(await store.repository(repository).deleteBranch('feat/x', base)).toEqual({ type: 'moved', found: sha });
    expect(await store.repository(repository).deleteBranch('feat/x', sha)).toEqual({ type: 'updated', sha });
    expect(await store.repository(repository).deleteBranch('feat/x', sha)).toEqual({ type: 'unchanged', sha });
    expect(await store.repository(repository).deleteBranch('main', base)).toMatchObject({ type: 'in-the-way' });
  });

  it('may be in a bare repository', async () => {
    const { repository, store, sha, base } = await setUpBranch();
    const bare = join(tempFolder(), 'bare.git');
    git(repository, 'clone', '--quiet', '--bare', repository, bare);
    expect(await store.repository(bare).updateBranch('main', base, base)).toMatchObject({ type: 'unchanged' });
    const space = await store.create({ name: 'two', repository: bare });
    write(space.path, { 'c.txt': 'c\n' });
    const made = await space.commit(MESSAGE);
    expect(await store.repository(bare).fastForward('main', made.sha)).toEqual({ type: 'updated', sha: made.sha });
    expect(made.sha).not.toBe(sha);
  });

  it('G7.3 gets its commits although a git that was killed left the lock of the ref that brings them', async () => {
    const { repository, store, sha, at } = await setUpBranch();
    const incoming = join(repository, '.git/refs/assay/incoming');
    mkdirSync(incoming, { recursive: true });
    const lock = join(incoming, `${sha}.lock`);
    writeFileSync(lock, '');
    utimesSync(lock, 0, 0);
    expect(await store.repository(repository).updateBranch('feat/x', null, sha)).toEqual({ type: 'updated', sha });
    expect(at('feat/x')).toBe(sha);
    expect(existsSync(lock)).toBe(false);
  });

  it('refuses an invalid name', async () => {
    const { repository, store, base } = await setUpBranch();
    for (const name of ['', '-x', 'a b', '../x', 'x.lock', 'a..b'])
      await expect(store.repository(repository).updateBranch(name, null, base), name).rejects.toMatchObject({
        code: 'USAGE',
      });
  });
});

describe('G6 a branch that the person has checked out', () => {
  it('moves with its files, which are then clean', async () => {
    const { repository, store, sha, at, status, read } = await setUpBranch();
    write(repository, { 'own.txt': 'untracked\n' });
    expect(await store.repository(repository).fastForward('main', sha)).toEqual({ type: 'updated', sha });
    expect(at('HEAD')).toBe(sha);
    expect(status()).toBe('?? own.txt');
    expect(read('a.txt')).toBe('changed\n');
    expect(read('new/n.txt')).toBe('new\n');
    expect(existsSync(join(repository, 'b.txt'))).toBe(false);
    expect(readdirSync(join(repository, '.git')).filter((name) => /lock|index\./.test(name))).toEqual([]);
    expect(git(repository, 'reflog', '-1', '--format=%gs', 'main')).toContain('assay');
  });

  it('G6.5 does not move over any work of the person', async () => {
    const { repository, store, base, sha, at } = await setUpBranch();
    const look = (): string =>
      git(repository, 'status', '--porcelain', '--untracked-files=all', '--ignored') +
      git(repository, 'ls-files', '-sv');
    for (const { what, change, path } of WORK) {
      change(repository);
      const before = look();
      expect(await store.repository(repository).fastForward('main', sha), what).toMatchObject({
        type: 'in-the-way',
        folder: repository,
        paths: [path],
        error: { code: 'CHECKOUT_DIRTY', next: expect.any(String) },
      });
      expect(at('main'), what).toBe(base);
      expect(look(), what).toBe(before);
      expect(existsSync(join(repository, '.git/index.lock')), what).toBe(false);
      for (const file of ['.git/index', '.git/info/exclude']) rmSync(join(repository, file), { force: true });
      git(repository, 'reset', '--quiet', '--hard');
      git(repository, 'clean', '--quiet', '-fdx');
    }
    expect(await store.repository(repository).fastForward('main', sha)).toEqual({ type: 'updated', sha });
  });

  it('does not move during a merge, a rebase, or another git command', async () => {
    const { repository, store, base, sha } = await setUpBranch();
    writeFileSync(join(repository, '.git/MERGE_HEAD'), `${base}\n`);
    expect(await store.repository(repository).fastForward('main', sha)).toMatchObject({
      error: { message: expect.stringContaining('merge is under way') },
    });
    rmSync(join(repository, '.git/MERGE_HEAD'));
    writeFileSync(join(repository, '.git/index.lock'), '');
    expect(await store.repository(repository).fastForward('main', sha)).toMatchObject({
      error: { message: expect.stringContaining('index.lock') },
    });
    rmSync(join(repository, '.git/index.lock'));
    mkdirSync(join(repository, '.git/rebase-merge'));
    writeFileSync(join(repository, '.git/rebase-merge/head-name'), 'refs/heads/main\n');
    git(repository, 'checkout', '--quiet', '--detach');
    expect(await store.repository(repository).fastForward('main', sha)).toMatchObject({
      error: { message: expect.stringContaining('rebase') },
    });
    rmSync(join(repository, '.git/rebase-merge'), { recursive: true });
    expect(await store.repository(repository).fastForward('main', sha)).toMatchObject({ type: 'updated' });
    expect(Object.keys(unchanged).map((name) => readFileSync(join(repository, name), 'utf8'))).toEqual(['a\n', 'b\n']);
  });

  it('moves in a linked worktree, and leaves the other checkouts alone', async () => {
    const { repository, store, base, sha, at } = await setUpBranch();
    const linked = join(tempFolder(), 'linked');
    git(repository, 'worktree', 'add', '--quiet', '-b', 'topic', linked);
    expect(await store.repository(repository).fastForward('topic', sha)).toEqual({ type: 'updated', sha });
    expect(git(linked, 'status', '--porcelain')).toBe('');
    expect(readFileSync(join(linked, 'a.txt'), 'utf8')).toBe('changed\n');
    expect(git(repository, 'status', '--porcelain')).toBe('');
    expect(at('main')).toBe(base);
  });

  it('moves where the index is split, and hides nothing afterwards', async () => {
    const { repository, store, base, sha, at, status, read } = await setUpBranch();
    git(repository, 'config', 'core.splitIndex', 'true');
    git(repository, 'update-index', '--split-index');
    write(repository, { 'c.txt': 'c\n' });
    git(repository, 'add', 'c.txt'); // in the index itself, over the shared one
    expect(git(repository, 'rev-parse', '--shared-index-path')).toContain('sharedindex.');
    expect(await store.repository(repository).updateBranch('main', base, sha)).toMatchObject({
      type: 'in-the-way',
      paths: ['c.txt'],
    });
    git(repository, 'rm', '--quiet', '--force', 'c.txt');
    expect(await store.repository(repository).updateBranch('main', base, sha)).toMatchObject({ type: 'updated' });
    expect([at('main'), status(), read('a.txt')]).toEqual([sha, '', 'changed\n']);
    write(repository, { 'src/deep.txt': 'DEEP\n' }); // of the same size
    expect(status()).toBe('M src/deep.txt');
    git(repository, 'fsck');
  });

  it('keeps the line ends and modes the person has set', async () => {
    const { repository, store, sha } = await setUpBranch();
    git(repository, 'config', 'core.autocrlf', 'true');
    rmSync(join(repository, '.git/index'));
    git(repository, 'reset', '--quiet', '--hard');
    expect(readFileSync(join(repository, 'src/deep.txt'), 'utf8')).toBe('deep\r\n');
    expect(await store.repository(repository).fastForward('main', sha)).toMatchObject({ type: 'updated' });
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).toBe('changed\r\n');
    expect(git(repository, 'status', '--porcelain')).toBe('');
  });

  it('can be created in a repository that has no commit yet', async () => {
    const { store, sha, repository, base } = await setUpBranch();
    const fresh = repositoryWith({});
    git(fresh, 'update-ref', '-d', 'HEAD');
    git(fresh, 'fetch', '--quiet', repository, `${base}:refs/heads/other`);
    expect(sha).toBeTruthy();
    expect(await store.repository(fresh).updateBranch('main', null, base)).toEqual({ type: 'updated', sha: base });
    expect(git(fresh, 'status', '--porcelain')).toBe('');
    expect(readFileSync(join(fresh, 'a.txt'), 'utf8')).toBe('a\n');
  });

  it('runs no hook, filter, monitor or driver of the repository', async () => {
    const { repository, store, sha } = await setUpBranch();
    const mark = join(tempFolder(), 'ran');
    const evil = join(tempFolder(), 'evil');
    writeFileSync(evil, `#!/bin/sh\necho "$0 $@" >>${mark}\ncat\n`);
    chmodSync(evil, 0o755);
    for (const hook of ['post-checkout', 'post-merge', 'reference-transaction', 'post-index-change', 'pre-auto-gc']) {
      write(repository, { [`.git/hooks/${hook}`]: `#!/bin/sh\necho ${hook} >>${mark}\n` });
      chmodSync(join(repository, '.git/hooks', hook), 0o755);
    }
    git(repository, 'config', 'core.fsmonitor', evil);
    git(repository, 'config', 'filter.evil.clean', evil);
    git(repository, 'config', 'filter.evil.smudge', evil);
    git(repository, 'config', 'filter.evil.process', evil);
    git(repository, 'config', 'merge.evil.driver', evil);
    git(repository, 'config', 'diff.external', evil);
    git(repository, 'config', 'uploadpack.packObjectsHook', evil);
    write(repository, { '.git/info/attributes': '* filter=evil merge=evil diff=evil\n' });
    rmSync(mark, { force: true });
    const outcome = await store.repository(repository).fastForward('main', sha);
    await store
      .repository(repository)
      .snapshot()
      .catch(() => undefined);
    expect(existsSync(mark)).toBe(false);
    // … and it bites: git as the person runs it does start them.
    git(repository, 'status');
    expect(existsSync(mark)).toBe(true);
    expect(outcome.type).toBe('in-the-way'); // filters that Assay does not run
  });

  it('is not moved back or sideways by a fast-forward', async () => {
    const { repository, store, sha } = await setUpBranch();
    write(repository, { 'p.txt': 'p\n' });
    const found = commitAll(repository, 'person');
    expect(await store.repository(repository).fastForward('main', sha)).toEqual({ type: 'not-fast-forward', found });
  });
});

describe('G6.6 bringing work back after a crash', () => {
  it('finds files that were moved already, and a lock of the dead', async () => {
    const { root, repository, store, sha, at, status } = await setUpBranch();
    // As a kill between the files and the ref leaves it: some files new, one torn, one missing, the index old.
    const owner = JSON.parse(readFileSync(join(root, 'workspaces/one/workspace.json'), 'utf8')).owner;
    writeFileSync(join(repository, '.git/index.lock'), JSON.stringify({ assay: { ...owner, pid: 2 ** 22 - 1 } }));
    write(repository, { 'new/n.txt': 'new\n', 'a.txt': 'chan' });
    const first = await store.repository(repository).fastForward('main', sha);
    expect(first).toMatchObject({ type: 'in-the-way', paths: ['a.txt'] }); // nobody said a move was under way
    const key = readdirSync(join(root, 'folders'))[0] ?? '';
    const [from, to] = [git(repository, 'rev-parse', 'HEAD^{tree}'), await store.repository(repository).treeOf(sha)];
    writeFileSync(join(root, 'folders', key, 'moving'), `${from} ${to}`);
    expect(await store.repository(repository).fastForward('main', sha)).toEqual({ type: 'updated', sha });
    expect(at('HEAD')).toBe(sha);
    expect(status()).toBe('');
    expect(existsSync(join(root, 'folders', key, 'moving'))).toBe(false);
  });

  it('leaves a lock of a living process and one of git alone', async () => {
    const { root, repository, store, sha } = await setUpBranch();
    const owner = JSON.parse(readFileSync(join(root, 'workspaces/one/workspace.json'), 'utf8')).owner;
    writeFileSync(join(repository, '.git/index.lock'), JSON.stringify({ assay: owner }));
    expect(await store.repository(repository).fastForward('main', sha)).toMatchObject({ type: 'in-the-way' });
    expect(existsSync(join(repository, '.git/index.lock'))).toBe(true);
  });
});
