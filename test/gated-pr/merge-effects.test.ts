import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accepted } from '#contracts/gate.ts';
import { write } from '#host/testing/temp-folder.ts';
import { git } from '#workspace/testing/test-repository.ts';
import { prRig, readyToMerge } from './pr-rig.ts';

describe('G6.2 main gets exactly the measured tree', () => {
  it('is merged and proven again where main moved while the merge was being proven', async () => {
    const proven: string[] = [];
    const rig = prRig({
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
    const rig = prRig({
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

describe('a merge of the PR that somebody else put on main', () => {
  /** Moves main to a merge of the branch with these files over what the two make. */
  const merged = (rig: ReturnType<typeof prRig>, files: Readonly<Record<string, string>>) => {
    const head = rig.at('HEAD').commit;
    rig.git('switch', '--quiet', 'main');
    rig.git('merge', '--quiet', '--no-ff', '--no-commit', head);
    rig.write(files);
    rig.git('add', '--all');
    rig.git('commit', '--quiet', '--message', 'Merge feat/a-thing: feat: a thing');
    rig.git('switch', '--quiet', 'feat/a-thing');
  };
  const ways = ['perform', 'again'] as const;

  it.each(ways)('is not mistaken for ours if it contains other files (%s)', async (way) => {
    const rig = prRig();
    const { state, effect } = readyToMerge(rig);
    merged(rig, { 'thing.txt': 'another thing\n' });
    const outcome = await rig[way](effect, state);
    expect(outcome).toMatchObject({ result: { ok: false, reasons: [{ code: 'MAIN_MOVED' }] } });
  });

  it.each(ways)('is accepted if it equals git’s merge of the two (%s)', async (way) => {
    const rig = prRig();
    const { state, effect } = readyToMerge(rig);
    merged(rig, {});
    expect(await rig[way](effect, state)).toMatchObject({ result: { ok: true, merge: rig.at('main').commit } });
  });
});

describe('G6.3 a merge that is pushed', () => {
  /** A bare remote that main follows, and somebody else who pushes to it. */
  function withRemote(rig: ReturnType<typeof prRig>) {
    const remote = `${rig.repository}-remote.git`;
    const other = `${rig.repository}-other`;
    onTestFinished(() => {
      for (const folder of [remote, other]) rmSync(folder, { recursive: true, force: true });
    });
    rig.git('init', '--quiet', '--bare', '--initial-branch=main', remote);
    rig.git('remote', 'add', 'origin', remote);
    rig.git('push', '--quiet', '--set-upstream', 'origin', 'main');
    rig.git('clone', '--quiet', remote, other);
    git(other, 'config', 'user.name', 'Other');
    git(other, 'config', 'user.email', 'other@localhost');
    const pushes = (files: Readonly<Record<string, string>>) => {
      git(other, 'pull', '--quiet');
      write(other, files);
      git(other, 'add', '--all');
      git(other, 'commit', '--quiet', '--message', 'theirs');
      git(other, 'push', '--quiet');
    };
    return { pushes, theirs: () => git(remote, 'rev-parse', 'main') };
  }

  it('is fetched first and proven with what others pushed before and meanwhile, and both mains are it', async () => {
    const proven: string[] = [];
    const rig = prRig({
      push: true,
      gates: {
        proveMerged: async (_main, tree) => {
          proven.push(tree);
          if (proven.length === 1) remote.pushes({ 'meanwhile.txt': 'm\n' });
          return accepted('merged tree');
        },
      },
    });
    const remote = withRemote(rig);
    remote.pushes({ 'before.txt': 'b\n' });
    const { state, effect } = readyToMerge(rig);
    const outcome = await rig.perform(effect, state);
    const { commit, tree } = rig.at('main');
    expect(outcome).toMatchObject({ type: 'merge', result: { ok: true, merge: commit } });
    expect([proven.length, proven[1], remote.theirs()]).toEqual([2, tree, commit]);
    expect(rig.git('ls-tree', '--name-only', 'main').split('\n')).toEqual(
      expect.arrayContaining(['before.txt', 'meanwhile.txt', 'thing.txt']),
    );
    expect(rig.git('for-each-ref', 'refs/assay/merge')).toBe('');
  });

  it('that the remote refuses is not a merge here either', async () => {
    const rig = prRig({ push: true });
    const remote = withRemote(rig);
    const before = rig.at('main').commit;
    const hook = `${rig.repository}-remote.git/hooks/pre-receive`;
    writeFileSync(hook, '#!/bin/sh\necho not on a Friday >&2\nexit 1\n', { mode: 0o755 });
    const { state, effect } = readyToMerge(rig);
    const outcome = await rig.perform(effect, state);
    expect(outcome).toMatchObject({ type: 'merge', result: { ok: false, reasons: [{ code: 'PUSH_REFUSED' }] } });
    expect(JSON.stringify(outcome)).toContain('not on a Friday');
    expect([rig.at('main').commit, remote.theirs()]).toEqual([before, before]);
  });
});

describe('G6.6 leaving a merged branch', () => {
  it('continues after a kill between the deletion of the branch and its record', async () => {
    const rig = prRig();
    const { state, effect } = readyToMerge(rig);
    const done = { type: 'merge', result: { ok: true, notes: [] } };
    const first = await rig.perform(effect, state);
    expect(first).toMatchObject(done);
    const merged = rig.git('rev-parse', 'main');
    expect(await rig.again(effect, state)).toMatchObject({ ...done, result: { ...done.result, merge: merged } });
    expect(rig.git('rev-parse', 'main')).toBe(merged);
    expect([rig.git('branch', '--list', 'feat/*'), rig.git('branch', '--show-current')]).toEqual(['', 'main']);
  });

  it('continues after a kill between the merge and the switch to main', async () => {
    const rig = prRig();
    const { state, effect } = readyToMerge(rig);
    await rig.perform(effect, state);
    rig.git('branch', 'feat/a-thing', 'main^2');
    rig.git('switch', '--quiet', 'feat/a-thing');
    expect(await rig.again(effect, state)).toMatchObject({ result: { ok: true, merge: rig.git('rev-parse', 'main') } });
    expect([rig.git('branch', '--list', 'feat/*'), rig.git('branch', '--show-current')]).toEqual(['', 'main']);
  });

  it('leaves the branch also where main is checked out in another worktree', async () => {
    const rig = prRig();
    const { state, effect } = readyToMerge(rig);
    const other = `${rig.repository}-main`;
    rig.git('worktree', 'add', '--quiet', other, 'main');
    expect(await rig.perform(effect, state)).toMatchObject({ result: { ok: true, notes: [] } });
    expect(git(other, 'status', '--porcelain')).toBe('');
    expect(rig.git('rev-parse', 'HEAD')).toBe(rig.git('rev-parse', 'main'));
    expect(rig.git('branch', '--list', 'feat/*')).toBe('');
    expect(await rig.again(effect, state)).toMatchObject({ result: { ok: true, notes: [] } });
  });

  it('stays, and says so, where files of the person are in the way', async () => {
    const rig = prRig();
    const { state, effect } = readyToMerge(rig);
    rig.write({ 'a.txt': 'mine, not committed\n' });
    commitsElsewhere(rig.repository)({ 'a.txt': 'theirs\n' });
    const outcome = await rig.perform(effect, state);
    expect(outcome).toMatchObject({
      result: {
        ok: true,
        notes: [
          expect.stringContaining('The checkout stays on feat/a-thing: '),
          expect.stringContaining('feat/a-thing is merged and stays: '),
          expect.stringContaining('main got other commits meanwhile'),
        ],
      },
    });
    expect(rig.git('show', 'main:thing.txt')).toBe('thing');
    expect([rig.git('branch', '--show-current'), rig.git('status', '--porcelain')]).toEqual([
      'feat/a-thing',
      'M a.txt',
    ]);
  });

  it('keeps commits that were made on the branch after the plan was updated', async () => {
    const rig = prRig();
    const { state, effect } = readyToMerge(rig);
    rig.write({ 'late.txt': 'late\n' });
    const late = rig.commit('late');
    const outcome = await rig.perform(effect, state);
    expect(outcome).toMatchObject({ result: { ok: true, notes: [expect.stringContaining('feat/a-thing stays')] } });
    expect(rig.git('rev-parse', 'feat/a-thing')).toBe(late.commit);
    expect(rig.git('branch', '--show-current')).toBe('main');
    expect(rig.git('ls-tree', '--name-only', 'main')).not.toContain('late.txt');
  });
});

describe('G2 a reset to the last checkpoint', () => {
  const RESCUED = ['for-each-ref', '--format=%(objectname)', 'refs/assay/rescued'];

  it('keeps commits that were made over the checkpoint, with and without uncommitted files', async () => {
    const rig = prRig();
    const { state } = readyToMerge(rig);
    const to = rig.at('HEAD');
    rig.write({ 'try.txt': 'one\n' });
    const first = rig.commit('an attempt');
    await rig.perform({ type: 'reset', to, lock: null }, state);
    expect([rig.git('rev-parse', 'HEAD'), rig.git('status', '--porcelain')]).toEqual([to.commit, '']);
    expect(rig.git(...RESCUED)).toBe(first.commit);

    rig.write({ 'try.txt': 'two\n' });
    const second = rig.commit('another');
    rig.write({ 'more.txt': 'not committed\n' });
    await rig.perform({ type: 'reset', to, lock: null }, state);
    const kept =
      rig
        .git(...RESCUED)
        .split('\n')
        .find((each) => each !== first.commit) ?? '';
    expect(rig.git('rev-parse', `${kept}^`)).toBe(second.commit);
    expect(rig.git('show', `${kept}:more.txt`)).toBe('not committed');
    // Nothing is thrown away where nothing was done.
    await rig.perform({ type: 'reset', to, lock: null }, state);
    expect(rig.git(...RESCUED).split('\n')).toHaveLength(2);
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
