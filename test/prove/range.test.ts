import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachCommit, readRange } from '#app/prove/read-range.ts';
import { failureOf, tempFolder, write } from '#host/testing/temp-folder.ts';
import { commitAll, git, PATH, repositoryWith, storeIn } from '#workspace/testing/test-repository.ts';
import { branchWith, CLAMP_CODE, CLAMP_TEST } from './project.ts';

const sourceOf = (folder: string) => ({ repository: storeIn(tempFolder()).repository(folder), path: PATH });

describe('G13.1 the range of assay prove', () => {
  it('is the part that the head added after it left the base, wherever the base is now', async () => {
    const repository = branchWith(CLAMP_TEST, CLAMP_CODE);
    const left = git(repository, 'rev-parse', 'main');
    git(repository, 'switch', '--quiet', 'main');
    write(repository, { 'other.js': 'export {};\n' });
    commitAll(repository, 'main goes on');
    git(repository, 'switch', '--quiet', 'feat');
    const source = sourceOf(repository);
    for (const asked of ['main..feat', 'main...feat', 'main..', 'main']) {
      const range = await readRange(source, asked);
      expect([range.base.commit, range.commits.map(({ title }) => title), range.notes]).toEqual([
        left,
        ['change 1', 'change 2'],
        [],
      ]);
    }
  });

  it('reports merges inside and uncommitted changes, and takes commits one by one without the merges', async () => {
    const repository = branchWith(CLAMP_TEST);
    git(repository, 'switch', '--quiet', 'main');
    write(repository, { 'other.js': 'export {};\n' });
    commitAll(repository, 'main goes on');
    git(repository, 'switch', '--quiet', 'feat');
    git(repository, 'merge', '--quiet', '--no-edit', 'main');
    write(repository, CLAMP_CODE);
    const source = sourceOf(repository);
    const range = await readRange(source, 'main..feat');
    expect(range.notes.map(({ code }) => code)).toEqual(['CHECKOUT_DIRTY', 'MERGES_INSIDE']);
    expect((await eachCommit(source, range)).map(({ commits }) => commits[0]?.title)).toEqual(['change 1']);
  });

  it('is refused if it is empty, unknown or unrelated', async () => {
    const repository = branchWith(CLAMP_TEST);
    const source = sourceOf(repository);
    expect(await failureOf(readRange(source, 'feat..main'))).toMatchObject({ code: 'RANGE_EMPTY' });
    expect(await failureOf(readRange(source, 'mian..feat'))).toMatchObject({ code: 'REVISION_UNKNOWN' });
    git(repository, 'switch', '--quiet', '--orphan', 'alone');
    write(repository, { 'a.js': 'export {};\n' });
    commitAll(repository, 'alone');
    expect(await failureOf(readRange(source, 'main..alone'))).toMatchObject({ code: 'RANGE_UNRELATED' });
  });

  it('in a shallow clone says what to fetch', async () => {
    const repository = branchWith(CLAMP_TEST, CLAMP_CODE);
    const folder = join(tempFolder(), 'clone');
    mkdirSync(folder);
    git(folder, 'clone', '--quiet', '--depth=1', '--no-single-branch', `file://${repository}`, '.');
    const source = sourceOf(folder);
    const missing = { code: 'CLONE_SHALLOW', next: expect.stringContaining('git fetch --unshallow origin') };
    expect(await failureOf(readRange(source, 'origin/main..origin/feat'))).toMatchObject(missing);
    expect(await failureOf(readRange(source, 'HEAD~1..HEAD'))).toMatchObject(missing);
  });

  it('without any commit is reported as such', async () => {
    const repository = repositoryWith({ 'a.js': '' });
    expect(await failureOf(readRange(sourceOf(repository), 'HEAD..HEAD'))).toMatchObject({ code: 'RANGE_EMPTY' });
  });
});
