import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf, tempFolder, write } from '#host/testing/temp-folder.ts';
import { touchedPaths } from '../git/diff.ts';
import { commitAll, git, MESSAGE, repositoryWith, storeIn } from '../testing/test-repository.ts';

const IGNORE = { '.gitignore': '*.env\nlocal/\n', '.worktreeinclude': '*.env\nlocal/keep*\n!no.env\ndraft.txt\n' };

describe('.worktreeinclude', () => {
  it('copies files that are ignored and named, and nothing else', async () => {
    const repository = repositoryWith(IGNORE);
    write(repository, {
      'test.env': 'A=1\n',
      'no.env': 'B=1\n',
      'local/keep me.txt': 'k\n',
      'local/other.txt': 'o\n',
      'draft.txt': 'unfinished\n',
    });
    const space = await storeIn(tempFolder()).create({ name: 'one', repository });
    expect(readFileSync(join(space.path, 'test.env'), 'utf8')).toBe('A=1\n');
    expect(readFileSync(join(space.path, 'local/keep me.txt'), 'utf8')).toBe('k\n');
    for (const path of ['no.env', 'local/other.txt', 'draft.txt'])
      expect(existsSync(join(space.path, path))).toBe(false);
    expect(space.notes).toContainEqual(expect.stringContaining('2 files were copied'));
    expect(await space.state()).toMatchObject({ dirty: false });
  });

  it('keeps the copies out of commits even if only the person ignores them', async () => {
    const repository = repositoryWith({ '.worktreeinclude': '*.env\n' });
    write(repository, { '.git/info/exclude': '*.env\n', 'a [1]!#.env': 'SECRET=1\n' });
    const space = await storeIn(tempFolder()).create({ name: 'one', repository });
    expect(existsSync(join(space.path, 'a [1]!#.env'))).toBe(true);
    write(space.path, { 'x.txt': 'x\n' });
    await space.commit(MESSAGE);
    expect(touchedPaths(await space.diff())).toEqual(['x.txt']);
    expect(git(space.path, 'status', '--porcelain')).toBe('?? x.txt');
  });

  it('does not write through a link in the commit, nor over a file of it', async () => {
    const outside = tempFolder();
    const repository = repositoryWith(IGNORE);
    symlinkSync(outside, join(repository, 'link'));
    git(repository, 'add', 'link');
    const from = commitAll(repository, 'link');
    git(repository, 'rm', '--quiet', 'link');
    commitAll(repository, 'no link');
    write(repository, { 'link/x.env': 'A=1\n' });
    const space = await storeIn(tempFolder()).create({ name: 'one', repository, from });
    expect(existsSync(join(outside, 'x.env'))).toBe(false);
    expect(space.notes).toContainEqual('link/x.env was not copied: link is not a folder in the commit.');
  });

  it('G14.7 leaves secrets with the person, and says so', async () => {
    const repository = repositoryWith({ '.gitignore': '.env*\n*.pem\n', '.worktreeinclude': '.env*\n*.pem\n' });
    write(repository, {
      '.env': 'TZ=UTC\n',
      '.env.test': 'TZ=UTC\n',
      'key.pem': 'x\n',
      '.env.ci': 'API_KEY=9f8e7d6c5b4a\n',
    });
    const space = await storeIn(tempFolder()).create({ name: 'one', repository });
    expect(existsSync(join(space.path, '.env.test'))).toBe(true);
    for (const path of ['.env', 'key.pem', '.env.ci']) {
      expect(existsSync(join(space.path, path))).toBe(false);
      expect(space.notes).toContainEqual(expect.stringContaining(`${path} was left out: it`));
    }
  });

  it('stops at the limit', async () => {
    const repository = repositoryWith(IGNORE);
    write(repository, { 'big.env': 'x'.repeat(100_000) });
    const failed = await failureOf(
      storeIn(tempFolder(), { workspaceBytes: 50_000 }).create({ name: 'one', repository }),
    );
    expect(failed).toMatchObject({ code: 'WORKSPACE_TOO_BIG', message: expect.stringContaining('.worktreeinclude') });
  });
});
