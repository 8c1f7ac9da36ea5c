import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import { failureOf, write } from '#host/testing/temp-folder.ts';
import { setUpStore } from '../testing/store-set-up.ts';
import { git, MESSAGE } from '../testing/test-repository.ts';

describe('checkouts of a tree', () => {
  it('have exactly its files, no git, and go away', async () => {
    const { create, store, repository } = setUpStore();
    const space = await create('one');
    write(space.path, { 'c.txt': 'c\n' });
    const { tree } = await space.commit(MESSAGE);
    write(space.path, { 'd.txt': 'not committed\n' });
    const checkout = await store.repository(repository).checkout({ tree });
    expect(readdirSync(checkout.path).sort()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await checkout.close();
    expect(existsSync(checkout.path)).toBe(false);
    expect(readdirSync(join(checkout.path, '../..'))).toEqual([]);
  });

  it('come from a folder that was filled ahead, and have exactly their files whatever was done to it', async () => {
    const { create, store, repository } = setUpStore();
    const space = await create('one');
    const near = (await space.state()).committed;
    write(space.path, { 'c.txt': 'c\n' });
    const { tree } = await space.commit(MESSAGE);
    const of = store.repository(repository);
    const first = await of.checkout({ tree: near });
    const checkouts = join(first.path, '../..');
    await first.close();
    await of.expectNear(near, 1);
    const spare = await vi.waitFor(() => {
      const [name = ''] = readdirSync(checkouts);
      const folder = join(checkouts, name, 'tree');
      expect(readdirSync(folder).sort()).toEqual(['a.txt', 'b.txt']);
      // Written after the files are.
      expect(existsSync(join(checkouts, name, 'private/index'))).toBe(true);
      return folder;
    });
    write(spare, { 'a.txt': 'changed\n', 'deep/planted.txt': 'planted\n' });
    const made = await of.checkout({ tree });
    expect(made.path).toBe(spare);
    expect(readdirSync(made.path).sort()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(readFileSync(join(made.path, 'a.txt'), 'utf8')).toBe('a\n');
    await made.close();
    await of.expectNear(tree, 2);
    await store.close();
    await vi.waitFor(() => expect(readdirSync(checkouts)).toEqual([]));
  });

  it('are refused for a tree no one made', async () => {
    const { store, repository } = setUpStore();
    expect(
      await failureOf(store.repository(repository).checkout({ tree: TreeHash.parse('1'.repeat(40)) })),
    ).toMatchObject({
      code: 'REVISION_UNKNOWN',
    });
  });
});

describe('a checkout with a repository', () => {
  it('has one commit of its tree and no object of anyone else', async () => {
    const { store, repository, create } = setUpStore();
    const space = await create('one');
    write(space.path, { 'c.txt': 'c\n' });
    const { tree } = await space.commit(MESSAGE);
    const checkout = await store.repository(repository).checkout({ tree, git: true });
    expect(git(checkout.path, 'status', '--porcelain')).toBe('');
    expect(git(checkout.path, 'rev-parse', 'HEAD^{tree}')).toBe(tree);
    expect(git(checkout.path, 'rev-list', '--all', '--count')).toBe('1');
    expect(git(checkout.path, 'rev-parse', '--show-toplevel')).toBe(checkout.path);
    const objects = git(checkout.path, 'cat-file', '--batch-all-objects', '--batch-check=%(objecttype)').split('\n');
    expect(objects.sort()).toEqual(['blob', 'blob', 'blob', 'commit', 'tree']);
    expect(git(checkout.path, 'remote')).toBe('');
    expect(existsSync(join(checkout.path, '.git/logs'))).toBe(false);
    const again = await store.repository(repository).checkout({ tree, git: true });
    expect(git(again.path, 'rev-parse', 'HEAD')).toBe(git(checkout.path, 'rev-parse', 'HEAD'));
    expect(existsSync(join((await store.repository(repository).checkout({ tree })).path, '.git'))).toBe(false);
  });
});
