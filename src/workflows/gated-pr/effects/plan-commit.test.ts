import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { repositoryWith, storeIn } from '#workspace/testing/test-repository.ts';
import { beginning } from '../state.ts';
import { hostedCheckout } from './hosted-checkout.ts';

const PLAN = '- [ ] feat: a thing\n';

/** A hosted PR whose plan will be marked, and a plan of the person in another place. */
async function setUp() {
  const repository = repositoryWith({ 'docs/PLAN.md': PLAN });
  const store = storeIn(tempFolder());
  const space = await store.create({ name: 'one', repository });
  const workspaces = { open: async () => space, create: async () => space, close: async () => {} };
  const state = { ...beginning({ mode: 'hosted', plan: 'docs/PLAN.md', main: 'main' }), place: 'one' };
  const outside = tempFolder();
  write(outside, { 'PLAN.md': 'theirs' });
  const mark = () =>
    hostedCheckout({ repository: store.repository(repository), workspaces, git: async () => '' }).planCommit(
      'feat: a thing',
      space.base,
      state,
    );
  return { docs: join(space.path, 'docs'), outside, mark };
}

describe('G9 the plan of a hosted PR is marked in its workspace and nowhere else', () => {
  it('with a link in its place, which is replaced', async () => {
    const { docs, outside, mark } = await setUp();
    rmSync(join(docs, 'PLAN.md'));
    symlinkSync(join(outside, 'PLAN.md'), join(docs, 'PLAN.md'));
    expect(await mark()).toMatchObject({ ok: true });
    expect(readFileSync(join(docs, 'PLAN.md'), 'utf8')).toContain('[DONE]');
    expect(readFileSync(join(outside, 'PLAN.md'), 'utf8')).toBe('theirs');
  });

  it('with a link in place of its folder, which is refused by name', async () => {
    const { docs, outside, mark } = await setUp();
    renameSync(docs, `${docs}.kept`);
    symlinkSync(outside, docs);
    expect(await mark()).toMatchObject({
      ok: false,
      reasons: [{ code: 'PLAN_UNMARKED', message: expect.stringContaining('docs is a link') }],
    });
    expect(readFileSync(join(outside, 'PLAN.md'), 'utf8')).toBe('theirs');
  });
});
