import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunId } from '#contracts/ids.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { git, repositoryWith, storeIn } from '#workspace/testing/test-repository.ts';
import { beginning } from '../state.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { hostedCheckout } from './hosted-checkout.ts';
import { measure } from './measure.ts';

/** A PR in a real workspace, with gates that must not be asked. */
async function setUp() {
  const repository = repositoryWith({ 'src/a.js': 'export const a = 1;\n' });
  const store = storeIn(tempFolder());
  const space = await store.create({ name: 'one', repository });
  const workspaces = { open: async () => space, create: async () => space, close: async () => {} };
  const checkout = hostedCheckout({ repository: store.repository(repository), workspaces, git: async () => '' });
  const base = { commit: space.base, tree: (await space.state()).committed };
  const state = { ...beginning({ mode: 'hosted', plan: 'PLAN.md', main: 'main' }), place: 'one', base };
  const never = () => Promise.reject(new Error('nothing is measured'));
  const gates = {
    ...{
      settings: never,
      prepare: () => ({ [Symbol.asyncDispose]: async () => {} }),
      prove: never,
      examine: never,
      proveMerged: never,
      proveTaken: never,
      written: never,
      lost: never,
      messageRefused: never,
      read: never,
      diffText: never,
      reviewers: never,
      reviewBy: never,
    },
  } satisfies Gatekeeper;
  const submit = () =>
    measure({ checkout, gates, repository: store.repository(repository) }, { ...EFFECT, accepted: base.tree }, state, {
      ...{ run: RunId.parse('r1'), signal: new AbortController().signal, say: () => {} },
    });
  return { space, submit };
}

const EFFECT = {
  type: 'measure' as const,
  proof: 'GREEN' as const,
  submission: { summary: 'done' },
  ...{ lock: null, known: [], acceptedRun: null, original: [] },
};

describe('G3 files of a hosted agent that no commit can hold', () => {
  it('are refused before anything is measured: a repository inside the project', async () => {
    const { space, submit } = await setUp();
    mkdirSync(join(space.path, 'vendor'));
    git(join(space.path, 'vendor'), 'init', '--quiet');
    write(space.path, { 'vendor/x.js': 'x\n' });
    expect(await submit()).toMatchObject({
      measured: {
        failed: false,
        verdict: {
          verdict: 'refused',
          gate: 'checkout',
          reasons: [{ code: 'UNCOMMITTABLE', next: expect.stringContaining('.git') }],
        },
      },
    });
  });

  it('are refused in the same way if they cannot be read as a tree at all', async () => {
    const { space, submit } = await setUp();
    rmSync(space.path, { recursive: true });
    writeFileSync(space.path, 'no folder any more');
    expect(await submit()).toMatchObject({ measured: { verdict: { reasons: [{ code: 'UNCOMMITTABLE' }] } } });
  });
});
