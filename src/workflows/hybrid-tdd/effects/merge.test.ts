import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '#contracts/workspace.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { git, MESSAGE, repositoryWith, storeIn } from '#workspace/testing/test-repository.ts';
import type { TddPoint } from '../state.ts';
import { mergeWork } from './merge.ts';

const FILES = { 'src/s.ts': 'export const size = () => 0;\n', 'README.md': '# Stack\n' };

/** Two sides on one skeleton, each with what it wrote committed, in real workspaces. */
async function twoSides(wrote: { readonly impl: Record<string, string>; readonly tests: Record<string, string> }) {
  const repository = repositoryWith(FILES);
  const store = storeIn(tempFolder());
  const spaces = new Map<string, Workspace>();
  const create = async (name: string, from: string): Promise<Workspace> => {
    const space = await store.create({ name, repository, from });
    spaces.set(name, space);
    return space;
  };
  const open = async (name: string): Promise<Workspace> => spaces.get(name) ?? store.open(name);
  const base = git(repository, 'rev-parse', 'HEAD');
  const side = async (name: string, files: Record<string, string>): Promise<TddPoint & { place: string }> => {
    const space = await create(name, base);
    write(space.path, files);
    const { sha, tree } = await space.commit(MESSAGE);
    return { place: name, commit: sha, tree };
  };
  const skeleton = await create('skeleton', base);
  const point = { commit: skeleton.base, tree: (await skeleton.state()).work };
  const sides = {
    skeleton: { point },
    impl: await side('impl', wrote.impl),
    tests: await side('tests', wrote.tests),
    fixes: [],
  };
  const parts = { repository: store.repository(repository), workspaces: { open, create, close: async () => {} } };
  return { sides, parts, open };
}

describe('H3.10 the merge of two blind sides', () => {
  it('has the files of both', async () => {
    const { sides, parts, open } = await twoSides({
      impl: { 'src/s.ts': 'export const size = () => 1;\n' },
      tests: { 'test/s.test.ts': 'size();\n' },
    });
    expect(await mergeWork(parts, sides, 'merged')).toMatchObject({ ok: true });
    const { path } = await open('merged');
    expect(readFileSync(join(path, 'src/s.ts'), 'utf8')).toContain('1');
    expect(readFileSync(join(path, 'test/s.test.ts'), 'utf8')).toContain('size');
  });

  // Each side may change its own file alone, so this takes a hole in that; then the work of neither is guessed at.
  it('is refused, by file, where both changed the same lines', async () => {
    const { sides, parts } = await twoSides({
      impl: { 'src/s.ts': 'export const size = () => 1;\n' },
      tests: { 'src/s.ts': 'export const size = () => 2;\n' },
    });
    expect(await mergeWork(parts, sides, 'merged')).toMatchObject({
      ok: false,
      problems: [{ code: 'MERGE_CONFLICT', message: expect.stringContaining('src/s.ts') }],
    });
  });
});
