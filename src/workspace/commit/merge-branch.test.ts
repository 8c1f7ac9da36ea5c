import { describe, expect, it } from 'vitest';
import { Sha } from '#contracts/workspace.ts';
import { write } from '#host/testing/temp-folder.ts';
import { setUpBranch } from '../testing/branch-set-up.ts';
import { commitAll, git } from '../testing/test-repository.ts';

describe('G6 merging with a merge commit', () => {
  it('keeps both sides, and is found done when it is requested again', async () => {
    const { repository, store, sha, at, status } = await setUpBranch();
    write(repository, { 'p.txt': 'p\n' });
    const main = Sha.parse(commitAll(repository, 'person'));
    const prepared = await store.repository(repository).prepareMerge(main, sha, 'Merge the thing\n\nIn full.\n');
    if (prepared.type !== 'committed') throw new Error(prepared.type);
    expect(at('main')).toBe(main);
    expect(await store.repository(repository).updateBranch('main', main, prepared.sha)).toMatchObject({
      type: 'updated',
    });
    expect(git(repository, 'log', '-1', '--format=%P %s', 'main')).toBe(`${main} ${sha} Merge the thing`);
    expect(status()).toBe('');
    expect(await store.repository(repository).prepareMerge(prepared.sha, sha, 'again')).toMatchObject({
      type: 'unchanged',
      sha: at('main'),
    });
    // Also where a fast-forward would do.
    git(repository, 'branch', 'old', main);
    const onto = await store.repository(repository).prepareMerge(main, prepared.sha, 'no ff');
    if (onto.type !== 'committed') throw new Error(onto.type);
    expect(await store.repository(repository).updateBranch('old', main, onto.sha)).toMatchObject({ type: 'updated' });
    expect(git(repository, 'log', '-1', '--format=%P', 'old')).toBe(`${main} ${prepared.sha}`);
  });

  it('reports a conflict and touches nothing', async () => {
    const { repository, store, sha, at, status } = await setUpBranch();
    write(repository, { 'a.txt': 'the person’s\n' });
    const main = Sha.parse(commitAll(repository, 'person'));
    const outcome = await store.repository(repository).prepareMerge(main, sha, 'Merge');
    expect(outcome).toMatchObject({ type: 'conflict', conflicts: [{ paths: ['a.txt'], kind: 'contents' }] });
    expect(at('main')).toBe(main);
    expect(status()).toBe('');
  });

  it('does not move a branch that continued after the merge was made', async () => {
    const { repository, store, sha, at, status } = await setUpBranch();
    const before = Sha.parse(at('main'));
    const prepared = await store.repository(repository).prepareMerge(before, sha, 'Merge');
    if (prepared.type !== 'committed') throw new Error(prepared.type);
    write(repository, { 'p.txt': 'p\n' });
    const main = commitAll(repository, 'person');
    expect(await store.repository(repository).updateBranch('main', before, prepared.sha)).toEqual({
      type: 'moved',
      found: main,
    });
    expect([at('main'), status()]).toEqual([main, '']);
  });
});
