import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accepted } from '#contracts/gate.ts';
import { write } from '#host/testing/temp-folder.ts';
import { personProgram } from '#workflows/gated-pr/effects/pull-request/person-program.ts';
import { pullRequests } from '#workflows/gated-pr/effects/pull-request/requests.ts';
import { git, PATH } from '#workspace/testing/test-repository.ts';
import { type PrRigOptions, prRig, readyToMerge } from './pr-rig.ts';

type Host = Readonly<Record<string, unknown>>;
interface RequestRigOptions extends PrRigOptions {
  readonly tool?: 'gh' | 'glab';
  readonly host?: Host;
  readonly onSleep?: () => void;
}

const PASSED = [['test', 'COMPLETED', 'SUCCESS']];
const PENDING = [['test', 'IN_PROGRESS']];

/** A real bare remote under a host's address, and a program in the place of the host's tool. */
function requestRig({ tool = 'gh', host = {}, onSleep = () => {}, ...more }: RequestRigOptions = {}) {
  const bins: { path: string } = { path: '' };
  const rig = prRig({
    ...more,
    requests: ({ repository, store, git: theirs }) => {
      bins.path = `${repository}-tools`;
      const env = { PATH: `${bins.path}:${PATH}`, HOME: repository };
      return pullRequests({
        ...{ repository: store.repository(repository), git: theirs, run: personProgram(repository, env) },
        ...{ everyMs: 1000, patienceMs: 5000, sleep: async () => onSleep() },
      });
    },
  });
  const remote = `${rig.repository}-remote.git`;
  const other = `${rig.repository}-other`;
  onTestFinished(() => {
    for (const folder of [remote, other, bins.path]) rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(bins.path);
  const place = (name: string): void => {
    copyFileSync(join(import.meta.dirname, 'host-tool.cjs'), join(bins.path, name));
    chmodSync(join(bins.path, name), 0o755);
  };
  place(tool);
  const file = join(bins.path, 'host.json');
  const set = (now: Host): void =>
    writeFileSync(file, JSON.stringify({ remote, checks: [PASSED], ...read(file), ...now }));
  set(host);
  const url = `https://${tool === 'gh' ? 'github' : 'gitlab'}.com/o/r.git`;
  rig.git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  rig.git('config', `url.${remote}.insteadOf`, url);
  rig.git('remote', 'add', 'origin', url);
  rig.git('push', '--quiet', '--set-upstream', 'origin', 'main');
  rig.git('clone', '--quiet', remote, other);
  git(other, 'config', 'user.name', 'Other');
  git(other, 'config', 'user.email', 'other@localhost');
  const pushes = (files: Readonly<Record<string, string>>, branch = 'main'): void => {
    git(other, 'fetch', '--quiet');
    git(other, 'switch', '--quiet', '--force-create', branch, 'origin/main');
    write(other, files);
    git(other, 'add', '--all');
    git(other, 'commit', '--quiet', '--message', 'theirs');
    git(other, 'push', '--quiet', 'origin', branch);
  };
  return {
    ...{ rig, set, pushes, place, bins },
    host: () => read(file),
    calls: () => readFileSync(join(bins.path, 'calls.txt'), 'utf8').trim().split('\n'),
    theirs: () => git(remote, 'rev-parse', 'main'),
  };
}

const read = (file: string): Record<string, unknown> & { requests: Record<string, unknown>[] } => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { requests: [] };
  }
};

const refusedWith = (code: string, next: RegExp) => ({
  type: 'merge',
  result: { ok: false, reasons: [{ code, next: expect.stringMatching(next) }] },
});

describe('G6.1 a merge by pull request', () => {
  it.each(['gh', 'glab'] as const)(
    'is opened, waits for its checks, is merged by the host and is here too: %s',
    async (tool) => {
      const checks = tool === 'gh' ? [[], PENDING, PASSED] : [[], [['p', 'running']], [['p', 'success']]];
      const { rig, host, theirs } = requestRig({ tool, host: { checks } });
      const { state, effect } = readyToMerge(rig);
      const outcome = await rig.perform(effect, state);
      expect(outcome).toMatchObject({ type: 'merge', result: { ok: true, merge: theirs() } });
      expect(rig.at('main').commit).toBe(theirs());
      expect(host().requests).toMatchObject([
        { branch: 'feat/a-thing', base: 'main', title: 'feat: a thing', state: 'merged' },
      ]);
      expect(rig.git('branch', '--show-current')).toBe('main');
      expect(JSON.stringify(outcome)).toMatch(/(pull|merge_requests)\/1 is merged/);
    },
  );

  it('brings a main that moved before and meanwhile together with the branch and proves that', async () => {
    const proven: string[] = [];
    let moved = false;
    const { rig, pushes, theirs } = requestRig({
      host: { checks: [PENDING, PASSED] },
      gates: {
        proveMerged: async (_main, tree) => {
          proven.push(tree);
          return accepted('merged tree');
        },
      },
      onSleep: () => {
        if (!moved) pushes({ 'meanwhile.txt': 'm\n' });
        moved = true;
      },
    });
    pushes({ 'before.txt': 'b\n' });
    const { state, effect } = readyToMerge(rig);
    const outcome = await rig.perform(effect, state);
    expect(outcome).toMatchObject({ type: 'merge', result: { ok: true, merge: theirs() } });
    expect([proven.length, proven[1]]).toEqual([2, rig.at('main').tree]);
    expect(JSON.stringify(outcome)).not.toContain('not the tree that was proven');
    const names = rig.git('ls-tree', '--name-only', 'main').split('\n');
    expect(names).toEqual(expect.arrayContaining(['before.txt', 'meanwhile.txt', 'thing.txt']));
  });

  it('takes the way of merging that the repository allows', async () => {
    const { rig, theirs } = requestRig({ host: { onlySquash: true } });
    const { state, effect } = readyToMerge(rig);
    expect(await rig.perform(effect, state)).toMatchObject({ result: { ok: true, merge: theirs() } });
    expect(rig.git('log', '--format=%P', '-1', 'main').split(' ')).toHaveLength(1);
  });

  it.each([
    [
      'checks that fail',
      { checks: [[['lint', 'COMPLETED', 'FAILURE']]] },
      'CHECKS_FAILED',
      /run it again there.*mend it on the branch/,
    ],
    ['checks that never end', { checks: [PENDING] }, 'CHECKS_PENDING', /See what blocks it/],
    ['a pull request that is closed', { ends: 'closed' }, 'PR_CLOSED', /Reopen it/],
    ['nobody who is logged in', { login: false }, 'PR_LOGIN_NEEDED', /gh auth login/],
    ['a host that is away', { away: true }, 'REMOTE_UNREACHABLE', /Make it reachable/],
    ['a host that wants an approval', { protected: true }, 'PR_NOT_MERGED', /Approve or merge it there/],
  ])('is told as it is, with what to do: %s', async (_, host, code, next) => {
    const { rig, theirs } = requestRig({ host });
    const before = theirs();
    const { state, effect } = readyToMerge(rig);
    expect(await rig.perform(effect, state)).toMatchObject(refusedWith(code, next));
    expect([theirs(), rig.at('main').commit]).toEqual([before, before]);
  });

  it('is reported too: no tool, no remote, a remote that is gone, a branch of someone else', async () => {
    const none = requestRig();
    rmSync(join(none.bins.path, 'gh'));
    const ready = readyToMerge(none.rig);
    expect(await none.rig.perform(ready.effect, ready.state)).toMatchObject(
      refusedWith('PR_TOOL_MISSING', /Install it/),
    );
    none.place('gh');
    none.pushes({ 'theirs.txt': 't\n' }, 'feat/a-thing');
    expect(await none.rig.perform(ready.effect, ready.state)).toMatchObject(
      refusedWith('BRANCH_TAKEN', /Rename or delete/),
    );
    none.rig.git('config', '--unset', `url.${none.rig.repository}-remote.git.insteadOf`);
    none.rig.git('config', `url./nowhere.insteadOf`, 'https://github.com/o/r.git');
    expect(await none.rig.perform(ready.effect, ready.state)).toMatchObject(
      refusedWith('REMOTE_UNREACHABLE', /Make it reachable/),
    );
    none.rig.git('branch', '--unset-upstream', 'main');
    expect(await none.rig.perform(ready.effect, ready.state)).toMatchObject(refusedWith('NO_REMOTE', /set-upstream/));
  });

  it('continues after a kill wherever it came: one pull request, one merge', async () => {
    const { rig, set, host, theirs } = requestRig({ host: { dies: 'create' } });
    const { state, effect } = readyToMerge(rig);
    // The host had done it, but the tool ended before it could say so.
    expect(await rig.perform(effect, state)).toMatchObject({ result: { ok: false } });
    set({ dies: null, protected: true });
    expect(await rig.again(effect, state)).toMatchObject(refusedWith('PR_NOT_MERGED', /Approve/));
    set({ protected: false });
    expect(await rig.again(effect, state)).toMatchObject({ result: { ok: true, merge: theirs() } });
    const merged = theirs();
    // Merged, and killed before that was written down.
    expect(await rig.again(effect, state)).toMatchObject({ result: { ok: true, merge: merged } });
    expect([host().requests.length, theirs()]).toEqual([1, merged]);
  });
});
