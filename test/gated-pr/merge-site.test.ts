import { describe, expect, it } from 'vitest';
import { accepted } from '#contracts/gate.ts';
import { git, write } from '#workspace/git/testing/test-repository.ts';
import { readyToMerge, siteRig } from './site-rig.ts';

describe('G6 what lands on main is what was measured', () => {
  it('is merged and proven anew where main moved while the merge was being proven', async () => {
    const proven: string[] = [];
    const rig = siteRig({
      gates: {
        proveMerged: async (_main, tree) => {
          proven.push(tree);
          if (proven.length === 1) elsewhere({ 'theirs.txt': 'theirs\n' });
          return accepted('merged tree');
        },
      },
    });
    const elsewhere = commitsElsewhere(rig.repository);
    const { state, effect } = readyToMerge(rig);
    const outcome = await rig.perform(effect, state);
    const { commit, tree } = rig.at('main');
    expect(outcome).toMatchObject({ type: 'merge', result: { ok: true, merge: commit } });
    expect(proven).toHaveLength(2);
    expect(proven[1]).toBe(tree);
    expect(rig.git('log', '-1', '--format=%s', 'main^1')).toBe('elsewhere');
    expect(rig.git('ls-tree', '--name-only', 'main').split('\n')).toEqual([
      'PLAN.md',
      'a.txt',
      'theirs.txt',
      'thing.txt',
    ]);
  });

  it('tells a person of a main that never rests, with nothing touched', async () => {
    let moves = 0;
    const rig = siteRig({
      gates: {
        proveMerged: async () => {
          elsewhere({ 'theirs.txt': `${++moves}\n` });
          return accepted('merged tree');
        },
      },
    });
    const elsewhere = commitsElsewhere(rig.repository);
    const { state, effect } = readyToMerge(rig);
    const outcome = await rig.perform(effect, state);
    expect(outcome).toMatchObject({ type: 'merge', result: { ok: false, reasons: [{ code: 'MAIN_MOVED' }] } });
    expect(rig.git('log', '-1', '--format=%s', 'main')).toBe('elsewhere');
    expect(rig.git('branch', '--show-current')).toBe('feat/a-thing');
  });
});

/** Somebody else's commits on main, made beside the checkout. */
function commitsElsewhere(repository: string): (files: Readonly<Record<string, string>>) => void {
  const folder = `${repository}-elsewhere`;
  return (files) => {
    git(repository, 'worktree', 'add', '--quiet', '--force', folder, 'main');
    write(folder, files);
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'elsewhere');
    git(repository, 'worktree', 'remove', '--force', folder);
  };
}
