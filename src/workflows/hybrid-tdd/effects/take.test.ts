import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import type { Workspace } from '#contracts/workspace.ts';
import { treeReader } from '#gates/tree-reader.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { git, repositoryWith, storeIn } from '#workspace/testing/test-repository.ts';
import type { Side, TakeOrder } from '../hybrid-effects.ts';
import { specFrom } from '../read-spec.ts';
import { take } from './take.ts';

const SPEC = specFrom(
  '{module: m, description: d, criteria: [c], implPath: src/s.ts, testPath: s.test.ts, examples: [{input: i, output: o}]}',
  's',
);
const SIZE = 'export const size = (): number => 0;\n';
const CONTEXT = {
  ...{ run: 'r1', session: 's', act: 'tests#1', node: 'tests', say: () => {} },
  signal: new AbortController().signal,
};
const never = () => Promise.reject(new Error('nothing is run here'));

/** What an agent left in a real workspace, taken. */
async function setUp() {
  const repository = repositoryWith({ 'src/s.ts': SIZE });
  const store = storeIn(tempFolder());
  const space = await store.create({ name: 'one', repository });
  const treeRunner: TreeRunner = {
    ...treeReader({ repository: store.repository(repository) }),
    ...{ write: never, overlay: never, runners: never, warm: () => {}, cool: never, test: never, run: never },
    ...{ keep: never, recall: never, remember: never, commitHook: never },
  };
  const from = { commit: space.base, tree: (await space.state()).committed };
  const order = (side: Side, others: Partial<TakeOrder> = {}): TakeOrder => ({
    ...{ side, spec: SPEC, place: 'one', from, brief: side, summary: '', claimed: ['size'], wanted: [] },
    ...others,
  });
  const taken = (wanted: TakeOrder, workspace: Workspace = space) =>
    take(
      { treeRunner, workspaces: { open: async () => workspace, create: async () => workspace, close: async () => {} } },
      wanted,
      CONTEXT,
    );
  return { repository, store, space, order, taken };
}

describe('H5 files that cannot be committed', () => {
  it('go back to the agent with what to do: a repository in them', async () => {
    const { space, order, taken } = await setUp();
    write(space.path, { 's.test.ts': 'size();\n', 'vendor/x.ts': 'x\n' });
    git(join(space.path, 'vendor'), 'init', '--quiet');
    expect(await taken(order('tests'))).toMatchObject({
      ok: false,
      problems: [{ code: 'UNCOMMITTABLE', message: expect.stringContaining('vendor'), next: expect.any(String) }],
    });
  });

  it('go back also where only the commit finds it', async () => {
    const { space, order, taken } = await setUp();
    write(space.path, { 's.test.ts': 'size();\n' });
    const late: Workspace = Object.create(space, {
      state: { value: () => space.state() },
      commit: {
        value: async () => {
          mkdirSync(join(space.path, 'vendor'));
          git(join(space.path, 'vendor'), 'init', '--quiet');
          return space.commit({ phase: 'tests', brief: 'b', session: 's', node: 'n', costUsd: 0 });
        },
      },
    });
    expect(await taken(order('tests'), late)).toMatchObject({ ok: false, problems: [{ code: 'UNCOMMITTABLE' }] });
  });

  it('do not include a full disk, which is nobody’s fault', async () => {
    const { space, order, taken } = await setUp();
    const full: Workspace = Object.create(space, {
      state: { value: () => Promise.reject(new AssayError('DISK_FULL', 'no space')) },
    });
    await expect(taken(order('tests'), full)).rejects.toMatchObject({ code: 'DISK_FULL' });
  });
});

describe('H7 a fix that was committed before a crash and made again after it', () => {
  it('is one commit on the merged work, with all of it', async () => {
    const { repository, store, space, order, taken } = await setUp();
    const say = { phase: 'fix', brief: 'b', session: 's', node: 'fix', costUsd: 0 };
    write(space.path, { 's.test.ts': 'size();\n' });
    const merged = await space.commit({ ...say, phase: 'merge' });
    write(space.path, { 'src/s.ts': `${SIZE}export const first = (): number => 1;\n` });
    await space.commit(say);
    write(space.path, {
      'src/s.ts': `${SIZE}export const first = (): number => 1;\nexport const last = (): number => 2;\n`,
    });

    const from = { commit: merged.sha, tree: merged.tree };
    const fixed = await taken(order('fix', { from, claimed: ['first', 'last'] }));
    if (!fixed.ok) throw new Error(JSON.stringify(fixed.problems));
    const commits = await store.repository(repository).commitsBetween(from.commit, fixed.point.commit);
    expect(commits.map(({ sha, parents }) => [sha, parents])).toEqual([[fixed.point.commit, [from.commit]]]);

    // As a later merge does: this commit alone is picked.
    const fresh = await store.create({ name: 'two', repository });
    expect(await fresh.take(space, fixed.point.commit)).toMatchObject({ type: 'committed' });
    const text = readFileSync(join(fresh.path, 'src/s.ts'), 'utf8');
    expect(text).toContain('first');
    expect(text).toContain('last');
  });
});
