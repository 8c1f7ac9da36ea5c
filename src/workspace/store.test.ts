import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskUse, inWords } from '#host/disk-use.ts';
import { thisProcess } from '#host/owner.ts';
import { failureOf, write } from '#host/testing/temp-folder.ts';
import { FILES, setUpStore } from './testing/store-set-up.ts';
import { git, MESSAGE, repositoryWith, storeIn } from './testing/test-repository.ts';

/** Another process that makes a workspace and then waits, to be killed. */
async function otherProcess(folder: string, repository: string, name: string) {
  const script = join(import.meta.dirname, 'testing', 'hold-workspace.ts');
  const child = spawn(process.execPath, [script, join(folder, 'store'), repository, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Not on macOS, where a start is a date, and not where the machine has no id. */
const TELLS_BOOTS = /^[0-9a-f]{16}(\/[^/]+){3}$/.test(thisProcess().startTime);

/** The owner in a workspace's record, which a test changes as a reboot or another container would. */
function ownerIn(folder: string) {
  const file = join(folder, 'workspace.json');
  return {
    change(to: { boot?: string; namespace?: string }, more: { ready?: boolean } = {}): void {
      const record = JSON.parse(readFileSync(file, 'utf8'));
      const [machine, boot, namespace, start] = record.owner.startTime.split('/');
      const startTime = [machine, to.boot ?? boot, to.namespace ?? namespace, start].join('/');
      writeFileSync(file, JSON.stringify({ ...record, ...more, owner: { ...record.owner, startTime } }));
    },
  };
}

describe('names', () => {
  it('are refused when they would be more than a name', async () => {
    const { create } = setUpStore();
    for (const name of ['', '..', 'a/b', '../x', 'A', 'a..b', 'a.lock', 'a.', '-x', 'a b', 'x'.repeat(64)])
      expect(await failureOf(create(name)), name).toMatchObject({ message: expect.stringContaining('cannot name') });
  });

  it('go to one of many that ask at once', async () => {
    const { create, spaces } = setUpStore();
    const settled = await Promise.allSettled(Array.from({ length: 5 }, () => create('same')));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await failureOf(create('same'))).toMatchObject({ code: 'NAME_TAKEN' });
    expect(spaces()).toEqual(['same']);
  });

  it('are free again after closing, also when only the folder was removed', async () => {
    const { folder, create } = setUpStore();
    await (await create('one')).close();
    await create('one');
    rmSync(join(folder, 'store/workspaces/one'), { recursive: true });
    expect((await create('one')).name).toBe('one');
  });
});

describe('many at once', () => {
  it('share one seed and do not disturb each other', async () => {
    const { folder, create } = setUpStore();
    const spaces = await Promise.all(Array.from({ length: 12 }, (_, n) => create(`w${n}`)));
    expect(readdirSync(join(folder, 'store/seeds')).filter((name) => name.endsWith('.json'))).toHaveLength(1);
    for (const [n, space] of spaces.entries()) write(space.path, { 'own.txt': `${n}\n` });
    const commits = await Promise.all(spaces.map((space) => space.commit(MESSAGE)));
    expect(new Set(commits.map(({ tree }) => tree)).size).toBe(12);
  });
});

describe('cleaning up', () => {
  it('H2.8 leaves nothing after a failed or cancelled creation', async () => {
    const { folder, create, repository, store, spaces } = setUpStore();
    await failureOf(store.create({ name: 'one', repository, from: 'nowhere' }));
    expect(await failureOf(create('two', AbortSignal.abort()))).toMatchObject({ code: 'NODE_ABORTED' });
    // … and at moments on the way.
    for (const ms of [10, 40, 80, 120, 160, 240]) {
      const made = await create('two', AbortSignal.timeout(ms)).catch((error) => error);
      if (made instanceof Error) expect(made, String(made)).toMatchObject({ code: 'NODE_ABORTED' });
      else await made.close();
      expect(spaces()).toEqual([]);
    }
    const space = await create('two');
    const seeds = readdirSync(join(folder, 'store/seeds'));
    expect(seeds.map((name) => name.replace(/^.*\./, '')).sort()).toEqual([
      expect.stringMatching(/^[0-9a-f]{12}$/),
      'json',
    ]);
    expect(readdirSync(join(folder, 'store/trash'))).toEqual([]);
    await space.close();
  });

  it('H2.8 finds files of a killed process, and keeps those of a living one', async () => {
    const { folder, repository, store, create, spaces } = setUpStore();
    await create('mine');
    const [dead, alive] = [
      await otherProcess(folder, repository, 'dead'),
      await otherProcess(folder, repository, 'alive'),
    ];
    expect(await store.sweep()).toEqual({ removed: [], foreign: [], failed: [], historyFreed: 0 });
    expect(await failureOf(store.open('alive'))).toMatchObject({ code: 'WORKSPACE_HELD' });
    await dead.kill();
    expect(await failureOf(create('dead'))).toMatchObject({
      message: expect.stringContaining('a process that is gone'),
    });
    expect(await store.sweep({ keep: (name) => name === 'dead' })).toMatchObject({ removed: [] });
    expect((await store.sweep()).removed).toEqual(['dead']);
    expect(spaces()).toEqual(['alive', 'mine']);
    await alive.kill();
    const taken = await store.open('alive');
    expect(readFileSync(join(taken.path, 'a.txt'), 'utf8')).toBe('a\n');
    expect((await store.sweep()).removed).toEqual([]);
    expect((await taken.commit(MESSAGE)).type).toBe('committed'); // what the dead process wrote
  });

  it('takes over a name only if its creator died before it was used', async () => {
    const { folder, create } = setUpStore();
    const mine = await create('mine');
    const root = join(folder, 'store/workspaces');
    const { owner } = JSON.parse(readFileSync(join(root, 'mine/workspace.json'), 'utf8'));
    write(root, { 'begun/owner.json': JSON.stringify({ ...owner, pid: 2 ** 22 - 1 }) });
    write(root, { 'being-made/owner.json': JSON.stringify(owner) });
    expect(readFileSync(join((await create('begun')).path, 'a.txt'), 'utf8')).toBe('a\n');
    expect(await failureOf(create('being-made'))).toMatchObject({ code: 'NAME_TAKEN' });
    expect(await failureOf(create('mine'))).toMatchObject({ code: 'NAME_TAKEN' });
    expect(readFileSync(join(mine.path, 'a.txt'), 'utf8')).toBe('a\n');
  });

  it('takes over workspaces from before a reboot, and those of a lost container on request', async ({ skip }) => {
    if (!TELLS_BOOTS) skip('this system does not identify its boots');
    const { folder, store, create, repository, spaces } = setUpStore();
    const space = await create('one');
    write(space.path, { 'c.txt': 'c\n' });
    const owner = ownerIn(join(folder, 'store/workspaces/one'));
    owner.change({ boot: 'another-boot' });
    const taken = await store.open('one');
    expect(readFileSync(join(taken.path, 'c.txt'), 'utf8')).toBe('c\n');

    owner.change({ namespace: '1' });
    expect(await failureOf(store.open('one'))).toMatchObject({ code: 'WORKSPACE_HELD' });
    await taken.close(); // it is no longer this one's to remove
    expect(spaces()).toEqual(['one']);
    expect((await store.sweep()).foreign).toEqual(['one']);
    expect((await (await store.open('one', { takeOver: true })).commit(MESSAGE)).type).toBe('committed');

    owner.change({ namespace: '1' }, { ready: false });
    expect(await failureOf(create('one'))).toMatchObject({ code: 'NAME_TAKEN' });
    expect((await store.create({ name: 'one', repository, takeOver: true })).name).toBe('one');

    owner.change({ boot: 'another-boot' });
    expect(await store.sweep({ keep: () => true })).toMatchObject({ removed: [], foreign: [] });
    expect((await store.sweep()).removed).toEqual(['one']);
  });

  it('never takes over from the living', async () => {
    const { folder, repository, store } = setUpStore();
    const alive = await otherProcess(folder, repository, 'alive');
    expect(await failureOf(store.open('alive', { takeOver: true }))).toMatchObject({ code: 'WORKSPACE_HELD' });
    ownerIn(join(folder, 'store/workspaces/alive')).change({}, { ready: false });
    expect(await failureOf(store.create({ name: 'alive', repository, takeOver: true }))).toMatchObject({
      code: 'NAME_TAKEN',
    });
    await alive.kill();
  });

  it('removes checkouts, half-made seeds, nameless folders and trash of the dead', async () => {
    const { folder, store, create } = setUpStore();
    await create('mine');
    const root = join(folder, 'store');
    const dead = JSON.stringify({
      pid: 2 ** 22 - 1,
      startTime: JSON.parse(readFileSync(join(root, 'workspaces/mine/workspace.json'), 'utf8')).owner.startTime,
    });
    write(root, {
      'checkouts/x/owner.json': dead,
      'seeds/half.abc/owner.json': dead,
      'layers/half.def/owner.json': dead,
      'trash/y/z': '',
    });
    mkdirSync(join(root, 'workspaces/young'));
    mkdirSync(join(root, 'workspaces/old'));
    utimesSync(join(root, 'workspaces/old'), 0, 0);
    write(root, { 'checkouts/other/owner.json': JSON.stringify({ pid: 1, startTime: 'another-boot/1/1' }) });
    const report = await store.sweep();
    expect(report.removed.map((path) => path.replace(`${root}/`, '')).sort()).toEqual([
      'checkouts/x',
      'layers/half.def',
      'old',
      'seeds/half.abc',
      expect.stringMatching(/^trash/),
    ]);
    expect(report.foreign).toEqual([join(root, 'checkouts/other')]);
    expect(existsSync(join(root, 'workspaces/young'))).toBe(true);
    expect((await create('again')).path).toBeTruthy(); // the good seed is still there
  });

  it('drops unneeded seeds, when asked', async () => {
    const { folder, store, create } = setUpStore();
    const space = await create('one');
    const seeds = (): string[] => readdirSync(join(folder, 'store/seeds'));
    expect((await store.sweep({ unusedForMs: 0 })).removed).toEqual([]);
    await space.close();
    expect((await store.sweep({ unusedForMs: 3_600_000 })).removed).toEqual([]);
    expect((await store.sweep({ unusedForMs: 0 })).removed).toHaveLength(1);
    expect(seeds()).toEqual([]);
    expect((await create('one')).path).toBeTruthy();
  });

  it('does not know workspaces that never were', async () => {
    const { store } = setUpStore();
    for (const name of ['nobody', '../..', ''])
      expect(await failureOf(store.open(name))).toMatchObject({ code: 'WORKSPACE_UNKNOWN' });
  });
});

describe('the disk', () => {
  it('is shown', async () => {
    const { create, store } = setUpStore({ totalBytes: 10 ** 9 });
    const space = await create('one');
    write(space.path, { 'big.bin': Buffer.alloc(2_000_000, 1) });
    const use = await store.diskUse();
    expect(use.limit).toBe(10 ** 9);
    expect(use.workspaces).toEqual([{ name: 'one', bytes: await space.diskUse() }]);
    expect(use.workspaces[0]?.bytes).toBeGreaterThan(2_000_000);
    expect(use.total).toBeGreaterThanOrEqual((use.workspaces[0]?.bytes ?? 0) + use.history + use.caches);
  });

  it('is capped for one workspace, at its commit', async () => {
    const { create } = setUpStore({ workspaceBytes: 1_000_000 });
    const space = await create('one');
    write(space.path, { 'big.bin': Buffer.alloc(2_000_000, 1) });
    expect((await space.state()).unfit).toMatchObject({ code: 'WORKSPACE_TOO_BIG' });
    expect(await failureOf(space.commit(MESSAGE))).toMatchObject({
      code: 'WORKSPACE_TOO_BIG',
      message: expect.stringMatching(/one is too large: 2\.\d MB of at most 977 KB/),
    });
    rmSync(join(space.path, 'big.bin'));
    expect(await space.commit(MESSAGE)).toMatchObject({ type: 'unchanged' });
  });

  it('is capped in all, and opens up when room is made', async () => {
    const { create, folder } = setUpStore({ totalBytes: 3_000_000 });
    const space = await create('one');
    write(space.path, { 'big.bin': Buffer.alloc(4_000_000, 1) });
    const later = storeIn(folder, { totalBytes: 3_000_000 });
    const repository = repositoryWith(FILES);
    expect(await failureOf(later.create({ name: 'two', repository }))).toMatchObject({
      code: 'WORKSPACE_TOO_BIG',
      next: expect.stringContaining('sweep'),
    });
    await space.close();
    expect((await later.create({ name: 'two', repository })).name).toBe('two');
  });

  it('is reported in words', async () => {
    expect([0, 999, 1024, 1536, 20 * 1024 ** 2, 3 * 1024 ** 4].map(inWords)).toEqual([
      '0 B',
      '999 B',
      '1.0 KB',
      '1.5 KB',
      '20 MB',
      '3.0 TB',
    ]);
    expect(await diskUse('/nonexistent/x')).toBe(0);
  });
});

describe('delivering', () => {
  it('only writes refs of ours, and leaves the checkout alone', async () => {
    const { create, store, repository } = setUpStore();
    const space = await create('one');
    write(space.path, { 'c.txt': 'c\n' });
    const { sha } = await space.commit(MESSAGE);
    for (const ref of ['refs/heads/main', 'main', 'refs/assay/../heads/main', 'refs/assay/a b', 'refs/assay/'])
      expect(await failureOf(store.repository(repository).deliver(sha, ref)), ref).toMatchObject({ code: 'USAGE' });
    writeFileSync(join(repository, 'a.txt'), 'unfinished\n');
    await store.repository(repository).deliver(sha, 'refs/assay/run/1');
    await store.repository(repository).deliver(sha, 'refs/assay/run/1');
    expect(git(repository, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/assay')).toBe(
      `refs/assay/run/1 ${sha}`,
    );
    expect(git(repository, 'status', '--porcelain')).toBe('M a.txt');
  });
});
