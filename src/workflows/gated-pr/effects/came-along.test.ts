import { expect, it } from 'vitest';
import { TreeHash } from '#contracts/ids.ts';
import type { CommitInfo } from '#contracts/repository.ts';
import { Sha } from '#contracts/workspace.ts';
import { cameAlong, movedSince } from './came-along.ts';

const sha = (n: number) => Sha.parse(n.toString(16).padStart(40, 'a'));
const tree = TreeHash.parse('b'.repeat(40));
const made = (...titles: string[]) => ({
  commitsBetween: async () =>
    titles.map(
      (message, n): CommitInfo => ({ sha: sha(n + 2), tree, parents: [sha(n + 1)], author: 'a', at: 0, message }),
    ),
});
const state = { mode: 'connected' as const, main: 'main', base: { commit: sha(1), tree } };

it('G14.27 a merge says which commits main got beside it, with a way to look at them', async () => {
  const [said, ...more] = await cameAlong(made('chore: tidy\n\nbody', 'b', 'c', 'd'), state, sha(9));
  expect(more).toEqual([]);
  expect(said).toContain('"chore: tidy", ');
  expect(said).toContain('and 1 more. `assay verify');
});

it('and says nothing where there are none, or where only a person writes to main', async () => {
  expect(await cameAlong(made(), state, sha(1))).toEqual([]);
  expect(await cameAlong(made('a'), { ...state, mode: 'hosted' }, sha(9))).toEqual([]);
});

it('G14.27 a merge says what moved main at once after it', async () => {
  const moved = { ...made('chore: tidy'), resolve: async () => sha(9) };
  expect(await movedSince(moved, state, sha(9))).toEqual([]);
  const [said, ...more] = await movedSince(moved, state, sha(8));
  expect(more).toEqual([]);
  expect(said).toMatch(/^main was moved right after the merge, to \w{12} "chore: tidy": a hook/);
  expect(await movedSince(moved, { ...state, mode: 'hosted' }, sha(8))).toEqual([]);
});
