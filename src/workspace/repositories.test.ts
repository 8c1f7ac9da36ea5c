import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Sha } from '#contracts/workspace.ts';
import { failureOf, tempFolder, write } from '#host/testing/temp-folder.ts';
import { touchedPaths } from './git/diff.ts';
import { caseClashes, refuseUnfit } from './git/survey.ts';
import { commitAll, git, gitWith, MESSAGE, repositoryWith, storeIn } from './testing/test-repository.ts';

const FILES = { 'a.txt': 'a\n', 'dir/b.txt': 'b\n' };
const store = () => storeIn(tempFolder());

/** A workspace can be made, committed and delivered from it. */
async function works(repository: string, from?: string): Promise<string> {
  const place = store();
  const space = await place.create({ name: 'one', repository, ...(from && { from }) });
  write(space.path, { 'made.txt': 'made\n' });
  const { sha } = await space.commit(MESSAGE);
  expect(touchedPaths(await space.diff())).toEqual(['made.txt']);
  await place.repository(repository).deliver(sha, 'refs/assay/made');
  expect(git(repository, 'cat-file', '-p', 'refs/assay/made:made.txt')).toBe('made');
  return space.path;
}

describe('a vault that a power cut damaged', () => {
  /** A base, and a commit on top of it: each came in its own pack. */
  async function twoBases() {
    const folder = tempFolder();
    const repository = repositoryWith({ ...FILES, 'long.txt': randomBytes(4000).toString('hex') });
    const first = git(repository, 'rev-parse', 'HEAD');
    const workplace = storeIn(folder);
    const space = await workplace.create({ name: 'one', repository });
    await space.close();
    const vault = join(folder, 'store/vaults', readdirSync(join(folder, 'store/vaults'))[0] ?? '');
    const [pack = ''] = readdirSync(join(vault, 'objects/pack')).filter((name) => name.endsWith('.pack'));
    rmSync(join(folder, 'store/seeds'), { recursive: true });
    commitAll(repository, 'second');
    await (await workplace.create({ name: 'two', repository })).close();
    const packFile = join(vault, 'objects/pack', pack);
    chmodSync(packFile, 0o600);
    rmSync(join(folder, 'store/seeds'), { recursive: true });
    return { folder, repository, first, packFile, vault };
  }

  it.each([
    ['was cut short', (file: string) => truncateSync(file, 300)],
    ['never came to the disk', (file: string) => truncateSync(file, 0)],
    [
      'has holes',
      (file: string) => {
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0, 600, bytes.length - 600));
      },
    ],
  ])('brings a base again whose pack %s', async (_how, damage) => {
    const { folder, repository, first, packFile, vault } = await twoBases();
    damage(packFile);
    for (const [name, from] of Object.entries({ old: first, new: 'main' })) {
      const space = await storeIn(folder).create({ name, repository, from });
      expect(readFileSync(join(space.path, 'a.txt'), 'utf8')).toBe('a\n');
    }
    git(vault, 'fsck', '--strict');
    expect(await storeIn(folder).repository(repository).readFileAt(Sha.parse(first), 'a.txt')).toEqual(
      Buffer.from('a\n'),
    );
  });

  it('H2.8 brings a base although a git that was killed left the lock of its ref', async () => {
    const { folder, repository, vault } = await twoBases();
    const sha = commitAll(repository, 'third');
    const lock = join(vault, 'refs/assay/bases', `${sha}.lock`);
    writeFileSync(lock, '');
    utimesSync(lock, 0, 0);
    await (await storeIn(folder).create({ name: 'three', repository })).close();
    expect(existsSync(lock)).toBe(false);
  });

  it('looks again at a commit that it cannot read', async () => {
    const { folder, repository, packFile } = await twoBases();
    const seen = Sha.parse(commitAll(repository, 'third'));
    expect(await storeIn(folder).repository(repository).commitsBetween(seen, seen)).toEqual([]);
    truncateSync(packFile, 0);
    for (const name of readdirSync(dirname(packFile))) rmSync(join(dirname(packFile), name));
    expect(await storeIn(folder).repository(repository).readFileAt(seen, 'a.txt')).toEqual(Buffer.from('a\n'));
  });
});

describe('repositories that work', () => {
  it('bare', async () => {
    const bare = join(tempFolder(), 'bare.git');
    git(tempFolder(), 'clone', '--quiet', '--bare', repositoryWith(FILES), bare);
    await works(bare);
  });

  it('detached', async () => {
    const repository = repositoryWith(FILES);
    git(repository, 'checkout', '--quiet', '--detach');
    await works(repository);
  });

  it('a worktree of another', async () => {
    const main = repositoryWith(FILES);
    const linked = join(tempFolder(), 'linked');
    git(main, 'worktree', 'add', '--quiet', '-b', 'topic', linked);
    write(linked, { 'topic.txt': 'topic\n' });
    commitAll(linked, 'topic');
    expect(existsSync(join(await works(linked), 'topic.txt'))).toBe(true);
  });

  it('shallow', async () => {
    const full = repositoryWith(FILES);
    write(full, { 'a.txt': 'two\n' });
    commitAll(full, 'second');
    const shallow = join(tempFolder(), 'shallow');
    git(tempFolder(), 'clone', '--quiet', '--depth=1', `file://${full}`, shallow);
    const path = await works(shallow);
    expect(git(path, 'log', '--format=%s')).toBe('second');
  });

  it('sparse: the workspace has all files', async () => {
    const repository = repositoryWith(FILES);
    git(repository, 'sparse-checkout', 'set', '--no-cone', '/a.txt');
    expect(existsSync(join(repository, 'dir/b.txt'))).toBe(false);
    expect(existsSync(join(await works(repository), 'dir/b.txt'))).toBe(true);
  });

  it('with sha256 hashes', async () => {
    await works(repositoryWith(FILES, '--object-format=sha256'));
  });

  it('in a folder with a strange name, named from a folder below', async () => {
    const repository = repositoryWith(FILES);
    const odd = join(tempFolder(), `it's 100% "odd": ünï\n`);
    renameSync(repository, odd);
    await works(join(odd, 'dir'));
  });

  it('with broken refs next to the good one', async () => {
    const repository = repositoryWith(FILES);
    writeFileSync(join(repository, '.git/refs/heads/broken'), 'garbage\n');
    writeFileSync(join(repository, '.git/refs/heads/dangling'), `${'1'.repeat(40)}\n`);
    const place = store();
    const space = await place.create({ name: 'one', repository });
    write(space.path, { 'made.txt': 'made\n' });
    const { sha } = await space.commit(MESSAGE);
    // Bringing it back is refused by git, which names the ref to repair.
    expect(await failureOf(place.repository(repository).deliver(sha, 'refs/assay/made'))).toMatchObject({
      message: expect.stringContaining('refs/heads/broken'),
      next: expect.stringContaining('git fsck'),
    });
    expect(await failureOf(store().create({ name: 'x', repository, from: 'broken' }))).toMatchObject({
      code: 'REVISION_UNKNOWN',
      next: expect.any(String),
    });
    expect(await failureOf(store().create({ name: 'x', repository, from: 'dangling' }))).toMatchObject({
      code: expect.any(String),
    });
  });

  it('with hooks: none runs, and none is passed on', async () => {
    const repository = repositoryWith(FILES);
    const canary = join(tempFolder(), 'ran');
    for (const hook of ['post-checkout', 'post-commit', 'reference-transaction', 'pre-commit'])
      writeFileSync(join(repository, '.git/hooks', hook), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    const path = await works(repository);
    expect(existsSync(canary)).toBe(false);
    expect(existsSync(join(path, '.git/hooks'))).toBe(false);
  });

  it('with line-end and encoding rules', async () => {
    const repository = repositoryWith({
      ...FILES,
      '.gitattributes': '*.txt text eol=crlf\n*.bin -text\n',
      'x.bin': Buffer.from([0, 13, 10]),
    });
    const path = await works(repository);
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('a\r\n');
  });

  it('with names that hurt: newlines, quotes, options, not UTF-8', async () => {
    const repository = repositoryWith({
      'new\nline.txt': '1',
      '"quoted".txt': '2',
      '--all': '3',
      ' lead\ttab ': '4',
      ':(top)x': '5',
      ünï: '6',
    });
    const bytes = Buffer.concat([Buffer.from(`${repository}/caf`), Buffer.of(0xe9), Buffer.from('.txt')]);
    writeFileSync(bytes, '7');
    commitAll(repository, 'odd');
    const space = await store().create({ name: 'one', repository });
    expect(readdirSync(space.path, { encoding: 'buffer' }).length).toBe(8);
    execFileSync('sh', ['-c', 'for f in * .[!.]*; do [ -f "$f" ] && echo changed > "./$f"; done; :'], {
      cwd: space.path,
    });
    await space.commit(MESSAGE);
    expect(touchedPaths(await space.diff()).sort()).toEqual(
      [' lead\ttab ', '"\\"quoted\\".txt"', '"caf\\351.txt"', '--all', ':(top)x', 'new\nline.txt', 'ünï'].sort(),
    );
  });

  it('with a file of 100 MB', async () => {
    const repository = repositoryWith(FILES);
    const fd = openSync(join(repository, 'big.bin'), 'w');
    ftruncateSync(fd, 100 * 1024 ** 2);
    commitAll(repository, 'big');
    const space = await store().create({ name: 'one', repository });
    ftruncateSync(openSync(join(space.path, 'big.bin'), 'r+'), 101 * 1024 ** 2);
    await space.commit(MESSAGE);
    expect((await space.diff()).files).toMatchObject([
      { path: 'big.bin', status: 'modified', binary: true, hunks: [] },
    ]);
  });

  it('with links that lead out: they stay links', async () => {
    const repository = repositoryWith(FILES);
    symlinkSync('/etc', join(repository, 'out'));
    symlinkSync('../../../../etc/passwd', join(repository, 'up'));
    commitAll(repository, 'links');
    await works(repository);
  });

  it('with names that differ in case only, where case counts', async () => {
    const repository = repositoryWith({ README: '1', readme: '2', 'Dir/x': '3', 'dir/y': '4' });
    expect(readFileSync(join(await works(repository), 'readme'), 'utf8')).toBe('2');
  });
});

describe('repositories that are refused, with the reason', () => {
  const refused = async (
    repository: string,
    options = {},
  ): Promise<{ code: string; message: string; next?: string }> => {
    const folder = tempFolder();
    const failure = await failureOf(storeIn(folder, options).create({ name: 'one', repository }));
    expect(failure.next).toBeTruthy();
    expect(readdirSync(join(folder, 'store/workspaces'))).toEqual([]);
    return failure;
  };

  it('no repository, no folder, no commits', async () => {
    expect((await refused(tempFolder())).message).toContain('is not a git repository');
    expect((await refused(join(tempFolder(), 'gone'))).message).toContain('There is no folder');
    const empty = tempFolder();
    git(empty, 'init', '--quiet');
    expect((await refused(empty)).message).toContain('has no commits yet');
  });

  it('a damaged one', async () => {
    const repository = repositoryWith(FILES);
    rmSync(join(repository, '.git/objects'), { recursive: true });
    mkdirSync(join(repository, '.git/objects'));
    await refused(repository);
  });

  it('a partial clone that lacks objects', async () => {
    const full = repositoryWith(FILES);
    git(full, 'config', 'uploadpack.allowFilter', 'true');
    const partial = join(tempFolder(), 'partial');
    git(tempFolder(), 'clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${full}`, partial);
    expect((await refused(partial)).message).toContain('partial clone');
  });

  it('submodules, if the configuration says so', async () => {
    const inner = repositoryWith({ 'inner.txt': 'inner\n' });
    const repository = repositoryWith(FILES);
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib/inner');
    commitAll(repository, 'submodule');
    const strict = storeIn(tempFolder(), { allow: { submodules: 'refuse' } });
    const failure = await failureOf(strict.create({ name: 'one', repository }));
    expect(failure).toMatchObject({ message: expect.stringContaining('submodules (lib/inner)') });
    const space = await storeIn(tempFolder(), { allow: { submodules: 'leave-empty' } }).create({
      name: 'one',
      repository,
    });
    expect(space.notes.join()).toContain('lib/inner');
    expect(readdirSync(join(space.path, 'lib/inner'))).toEqual([]);
    write(space.path, { 'made.txt': 'made\n' });
    await space.commit(MESSAGE);
    expect(touchedPaths(await space.diff())).toEqual(['made.txt']);
    write(space.path, { 'lib/inner/x.txt': 'lost\n' });
    expect(await failureOf(space.commit(MESSAGE))).toMatchObject({ message: expect.stringContaining('lib/inner') });
  });

  it('shows submodules as the person has checked them out, and empty where they have not', async () => {
    const inner = repositoryWith({ 'inner.txt': 'inner\n' });
    const repository = repositoryWith(FILES);
    for (const path of ['lib/inner', 'lib/other'])
      git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, path);
    commitAll(repository, 'submodules');
    git(repository, 'submodule', '--quiet', 'deinit', '--force', 'lib/other');
    const store = storeIn(tempFolder());
    const space = await store.create({ name: 'one', repository });
    const mount = { from: join(repository, 'lib/inner'), at: join(space.path, 'lib/inner') };
    expect(space.mounts).toEqual([mount]);
    expect(space.notes).toEqual([
      'Submodules as they are checked out, read-only: lib/inner.',
      'Submodules are empty folders here: lib/other.',
    ]);
    const handle = store.repository(repository);
    const checkout = await handle.checkout({ tree: await handle.treeOf(await handle.resolve('HEAD')) });
    expect(checkout.mounts).toEqual([{ ...mount, at: join(checkout.seenAt, 'lib/inner') }]);
    await checkout.close();
  });

  it('LFS and other filters, unless the files may stay as they are stored', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n';
    const repository = repositoryWith(FILES);
    write(repository, { '.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n', 'art.psd': pointer });
    gitWith({ GIT_CONFIG_COUNT: '0' }, repository, 'add', '--all');
    commitAll(repository, 'lfs');
    expect((await refused(repository)).message).toContain('filter (lfs: art.psd)');
    const space = await storeIn(tempFolder(), { allow: { filters: 'raw' } }).create({ name: 'one', repository });
    expect(readFileSync(join(space.path, 'art.psd'), 'utf8')).toBe(pointer);
    write(space.path, { 'a.txt': 'changed\n' });
    await space.commit(MESSAGE);
    write(space.path, { 'new.psd': 'picture' });
    expect(await failureOf(space.commit(MESSAGE))).toMatchObject({
      message: expect.stringContaining('new.psd passes through the filter lfs'),
    });
  });

  it('names that differ in case only, where case does not count', () => {
    expect(caseClashes(['A/x', 'a/y', 'b'])).toEqual([['A', 'a']]);
    const survey = { files: 2, bytes: 0, submodules: [], filtered: [], caseClashes: [['README', 'readme']] };
    expect(() => refuseUnfit(survey, { submodules: 'refuse', filters: 'refuse' }, false)).toThrow(/README and readme/);
  });
});
