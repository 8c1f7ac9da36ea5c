import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf, tempFolder, write } from '#host/testing/temp-folder.ts';
import { touchedPaths } from './git/diff.ts';
import { commitAll, git, MESSAGE, repositoryWith, storeIn } from './testing/test-repository.ts';

const FILES = { 'src/a.ts': 'export const a = 1;\n', 'src/b.ts': 'export const b = 1;\n', 'README.md': '# One\n' };

function setUp() {
  const repository = repositoryWith(FILES);
  const store = storeIn(tempFolder());
  return {
    repository,
    store,
    create: (name: string, from?: string) => store.create({ name, repository, ...(from && { from }) }),
  };
}

describe('a workspace', () => {
  it('has the files of its commit, on a branch, without a way back', async () => {
    const { repository, create } = setUp();
    const space = await create('one');
    expect(readFileSync(join(space.path, 'src/a.ts'), 'utf8')).toBe(FILES['src/a.ts']);
    expect(git(space.path, 'status', '--porcelain')).toBe('');
    expect(git(space.path, 'remote')).toBe('');
    expect(git(space.path, 'log', '--format=%s')).toBe('first');
    expect(space.base).toBe(git(repository, 'rev-parse', 'HEAD'));
    expect(await space.state()).toMatchObject({ dirty: false });
  });

  it('starts from a branch, a tag or an older commit', async () => {
    const { repository, create } = setUp();
    const first = git(repository, 'rev-parse', 'HEAD');
    git(repository, 'tag', 'v1');
    git(repository, 'switch', '--quiet', '--create', 'topic');
    write(repository, { 'topic.txt': 'topic\n' });
    commitAll(repository, 'second');
    expect(existsSync(join((await create('a', 'v1')).path, 'topic.txt'))).toBe(false);
    expect(existsSync(join((await create('b', first)).path, 'topic.txt'))).toBe(false);
    expect(existsSync(join((await create('c', 'topic')).path, 'topic.txt'))).toBe(true);
    expect(await failureOf(create('d', 'nowhere'))).toMatchObject({
      code: 'REVISION_UNKNOWN',
      message: expect.stringContaining('"nowhere"'),
    });
    expect(await failureOf(create('e', '--all'))).toMatchObject({ code: 'REVISION_UNKNOWN' });
  });

  it('commits the current files, under our name, with the trailers', async () => {
    const { repository, store, create } = setUp();
    const space = await create('one');
    write(space.path, { 'src/a.ts': 'export const a = 2;\n', 'new/deep/file.txt': 'x\n' });
    rmSync(join(space.path, 'src/b.ts'));
    const done = await space.commit({ ...MESSAGE, summary: 'Changed a.' });
    expect(done.type).toBe('committed');
    expect(await space.state()).toEqual({ committed: done.tree, work: done.tree, dirty: false, unfit: null });
    await store.repository(repository).deliver(done.sha, 'refs/assay/result');
    expect(git(repository, 'log', '-1', '--format=%an <%ae> %s', 'refs/assay/result')).toBe(
      'Assay <assay@localhost> impl: adds a thing',
    );
    const trailers = git(repository, 'log', '-1', '--format=%(trailers:only,unfold)', 'refs/assay/result');
    expect(trailers).toBe('Session: s-1\nNode: impl#1\nCost: 0.25 USD');
    expect(git(repository, 'diff', '--name-status', 'HEAD', 'refs/assay/result').split('\n')).toEqual([
      'A\tnew/deep/file.txt',
      'M\tsrc/a.ts',
      'D\tsrc/b.ts',
    ]);
    expect(git(repository, 'status', '--porcelain')).toBe('');
  });

  it('finds a repeated commit done already', async () => {
    const space = await setUp().create('one');
    write(space.path, { 'x.txt': 'x\n' });
    const first = await space.commit(MESSAGE);
    expect(await space.commit(MESSAGE)).toEqual({ type: 'unchanged', sha: first.sha, tree: first.tree });
  });

  it('ignores the agent’s own commits and index', async () => {
    const space = await setUp().create('one');
    write(space.path, { 'src/a.ts': 'export const a = 7;\n' });
    git(space.path, 'commit', '--quiet', '--all', '--message', 'all tests green, trust me');
    git(space.path, 'update-index', '--assume-unchanged', 'src/b.ts');
    write(space.path, { 'src/b.ts': 'export const b = 7;\n' });
    await space.commit(MESSAGE);
    expect(touchedPaths(await space.diff())).toEqual(['src/a.ts', 'src/b.ts']);
  });

  it('sees an edit of the same size whose time was set back', async () => {
    const space = await setUp().create('one');
    const file = join(space.path, 'src/a.ts');
    const { atime, mtime } = statSync(file);
    writeFileSync(file, 'export const a = 9;\n');
    utimesSync(file, atime, mtime);
    expect(await space.state()).toMatchObject({ dirty: true });
  });

  it('turns files into folders and back', async () => {
    const space = await setUp().create('one');
    rmSync(join(space.path, 'src'), { recursive: true });
    write(space.path, { src: 'now a file\n' });
    await space.commit(MESSAGE);
    rmSync(join(space.path, 'src'));
    write(space.path, { 'src/again.ts': 'x\n' });
    rmSync(join(space.path, 'README.md'));
    symlinkSync('/etc/passwd', join(space.path, 'README.md'));
    await space.commit(MESSAGE);
    const { files } = await space.diff();
    expect(files.map(({ path, status, kind }) => `${status} ${path} ${kind}`)).toEqual([
      'type-changed README.md symlink',
      'deleted src/a.ts null',
      'added src/again.ts file',
      'deleted src/b.ts null',
    ]);
    expect(files[0]?.hunks.flatMap(({ lines }) => lines)).toContain('+/etc/passwd');
    expect(JSON.stringify(files)).not.toContain('root:');
  });
});

describe('two workspaces', () => {
  it('H2.1 share no file and no object that is newer than the fork', async () => {
    const { create } = setUp();
    const [one, two] = [await create('one'), await create('two')];
    write(one.path, { 'secret.txt': 'the answer is 42\n' });
    git(one.path, 'add', '--all');
    git(one.path, 'commit', '--quiet', '--message', 'secret');
    const { sha } = await one.commit(MESSAGE);
    for (const hidden of [sha, git(one.path, 'rev-parse', 'HEAD'), git(one.path, 'rev-parse', 'HEAD:secret.txt')])
      expect(() => git(two.path, 'cat-file', '-e', hidden)).toThrow();
    expect(existsSync(join(two.path, '.git/objects/info/alternates'))).toBe(false);
    const inodes = (path: string): string[] =>
      execFileSync('find', [path, '-type', 'f', '-printf', '%i %n\n'], { encoding: 'utf8' }).trim().split('\n');
    const first = new Set(inodes(one.path));
    expect(inodes(two.path).filter((inode) => first.has(inode))).toEqual([]);
    expect(inodes(two.path).every((line) => line.endsWith(' 1'))).toBe(true);
  });

  it('hold only the history of their base: no other branch, tag, stash or remote', async () => {
    const { repository, create } = setUp();
    git(repository, 'switch', '--quiet', '--create', 'other');
    write(repository, { 'other.txt': 'other\n' });
    const other = commitAll(repository, 'other');
    git(repository, 'tag', 'v9');
    git(repository, 'remote', 'add', 'origin', 'https://localhost/secret.git');
    const space = await create('one', 'main');
    expect(git(space.path, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/assay');
    expect(() => git(space.path, 'cat-file', '-e', other)).toThrow();
    const kept = readdirSync(join(space.path, '.git')).sort();
    expect(kept).toEqual(['HEAD', 'config', 'index', 'info', 'objects', 'refs']);
    expect(readFileSync(join(space.path, '.git/config'), 'utf8')).not.toContain(repository);
  });

  it('give each other commits, in a fresh third one', async () => {
    const { create, store, repository } = setUp();
    const [tests, impl, merged] = [await create('tests'), await create('impl'), await create('merged')];
    write(tests.path, { 'test/a.test.ts': 'test\n' });
    write(impl.path, { 'src/a.ts': 'export const a = 2;\n' });
    const t = await tests.commit({ ...MESSAGE, phase: 'tests' });
    const i = await impl.commit(MESSAGE);
    expect(await store.repository(repository).predict(t.sha, i.sha)).toEqual([]);
    expect(await merged.take(tests, t.sha)).toMatchObject({ type: 'committed' });
    const last = await merged.take(impl, i.sha);
    expect(last).toMatchObject({ type: 'committed' });
    expect(await merged.take(impl, i.sha)).toMatchObject({ type: 'unchanged' });
    expect(readFileSync(join(merged.path, 'test/a.test.ts'), 'utf8')).toBe('test\n');
    expect(readFileSync(join(merged.path, 'src/a.ts'), 'utf8')).toBe('export const a = 2;\n');
    expect(await merged.state()).toMatchObject({ dirty: false });
    await store.repository(repository).deliver(await merged.head(), 'refs/assay/merged');
    expect(git(repository, 'log', '--format=%s', 'refs/assay/merged')).toBe(
      'impl: adds a thing\ntests: adds a thing\nfirst',
    );
    expect(git(repository, 'log', '-1', '--format=%b', 'refs/assay/merged')).toContain(`Picked-From: ${i.sha}`);
    expect(await failureOf(merged.take(tests, i.sha))).toMatchObject({ code: 'REVISION_UNKNOWN' });
  });

  it('predict their conflicts, and change nothing if there is one', async () => {
    const { create, store, repository } = setUp();
    const [one, two] = [await create('one'), await create('two')];
    write(one.path, { 'src/a.ts': 'export const a = 2;\n' });
    write(two.path, { 'src/a.ts': 'export const a = 3;\n' });
    rmSync(join(two.path, 'src/b.ts'));
    const [a, b] = [await one.commit(MESSAGE), await two.commit(MESSAGE)];
    const conflicts = await store.repository(repository).predict(a.sha, b.sha);
    expect(conflicts).toEqual([expect.objectContaining({ paths: ['src/a.ts'], kind: 'contents' })]);
    expect(await one.take(two, b.sha)).toEqual({ type: 'conflict', conflicts });
    expect(await one.merge(two, MESSAGE)).toMatchObject({ type: 'conflict' });
    expect(await one.head()).toBe(a.sha);
    expect(await one.state()).toMatchObject({ dirty: false });
  });

  it('merge with a merge commit even where a fast-forward would do', async () => {
    const { create, store, repository } = setUp();
    const [one, two] = [await create('one'), await create('two')];
    write(two.path, { 'x.txt': 'x\n' });
    const { sha } = await two.commit(MESSAGE);
    const merged = await one.merge(two, { ...MESSAGE, phase: 'merge' });
    expect(merged).toMatchObject({ type: 'committed' });
    expect(await one.merge(two, MESSAGE)).toMatchObject({ type: 'unchanged' });
    await store.repository(repository).deliver(await one.head(), 'refs/assay/m');
    expect(git(repository, 'rev-list', '--parents', '-1', 'refs/assay/m').split(' ').slice(1)).toEqual([one.base, sha]);
    expect(existsSync(join(one.path, 'x.txt'))).toBe(true);
  });

  it('refuse to mix a commit with changes that no one committed', async () => {
    const { create } = setUp();
    const [one, two] = [await create('one'), await create('two')];
    write(two.path, { 'x.txt': 'x\n' });
    write(one.path, { 'mine.txt': 'mine\n' });
    const { sha } = await two.commit(MESSAGE);
    expect(await failureOf(one.take(two, sha))).toMatchObject({ message: expect.stringContaining('not committed') });
    expect(readFileSync(join(one.path, 'mine.txt'), 'utf8')).toBe('mine\n');
  });

  it('finish a take that a crash cut between the files and the ref', async () => {
    const { create } = setUp();
    const [one, two] = [await create('one'), await create('two')];
    for (const space of [one, two]) write(space.path, { 'x.txt': 'x\n' }); // the files are there, the ref is not
    const { sha, tree } = await two.commit(MESSAGE);
    expect(await one.take(two, sha)).toMatchObject({ type: 'committed', tree });
    expect(await one.state()).toMatchObject({ dirty: false });
  });

  it('become one commit by squashing', async () => {
    const { create, store, repository } = setUp();
    const space = await create('one');
    for (const n of ['1', '2', '3']) {
      write(space.path, { 'x.txt': n });
      await space.commit(MESSAGE);
    }
    const { sha, tree } = await space.squash({ ...MESSAGE, brief: 'all of it' });
    expect(await space.state()).toEqual({ committed: tree, work: tree, dirty: false, unfit: null });
    await store.repository(repository).deliver(sha, 'refs/assay/s');
    expect(git(repository, 'log', '--format=%s', 'refs/assay/s')).toBe('impl: all of it\nfirst');
  });

  it('become one commit since one of them, and of no other', async () => {
    const { create, store, repository } = setUp();
    const [space, other] = [await create('one'), await create('two')];
    const shas = [];
    for (const n of ['1', '2', '3']) {
      write(space.path, { 'x.txt': n });
      shas.push((await space.commit({ ...MESSAGE, brief: n })).sha);
    }
    const { sha } = await space.squash({ ...MESSAGE, brief: 'the last two' }, shas[0]);
    await store.repository(repository).deliver(sha, 'refs/assay/s');
    expect(git(repository, 'log', '--format=%s', 'refs/assay/s')).toBe('impl: the last two\nimpl: 1\nfirst');
    expect(await failureOf(other.squash(MESSAGE, shas[0]))).toMatchObject({ code: 'REVISION_UNKNOWN' });
  });

  it('give a later workspace a commit of theirs to start from, also after they closed', async () => {
    const { create } = setUp();
    const one = await create('one');
    write(one.path, { 'x.txt': 'x\n' });
    const { sha } = await one.commit(MESSAGE);
    await one.close();
    expect(existsSync(one.path)).toBe(false);
    const next = await create('one', sha);
    expect(readFileSync(join(next.path, 'x.txt'), 'utf8')).toBe('x\n');
    expect(git(next.path, 'log', '-1', '--format=%s')).toBe('impl: adds a thing');
  });
});
