import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/host/clock.ts';
import { LocalWorkspaceStore } from '../src/workspace/store.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';
import { interleaved, median } from './lib/measure.ts';

export const name = 'workspace';
export const title = 'Workspaces of a 5,000-file repository, compared with `git worktree add`';

const FILES = 5_000;
const TOGETHER = 50;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-workspaces-'));
  try {
    ctx.say(`writing a repository of ${FILES} files`);
    const repository = makeRepository(folder);
    const store = new LocalWorkspaceStore({
      root: join(folder, 'store'),
      path: process.env.PATH ?? '',
      clock: systemClock,
    });
    const cold = await timed(() => store.create({ name: 'first', repository }));

    ctx.say('one at a time, each beside a worktree');
    let n = 0;
    const worktree = (): Promise<number> =>
      timed(async () => git(repository, 'worktree', 'add', '--quiet', '--detach', join(folder, `tree${n++}`)));
    const workspace = (): Promise<number> => timed(() => store.create({ name: `w${n++}`, repository }));
    const [trees = [], spaces = []] = await interleaved(ctx.quick ? 3 : 11, [worktree, workspace], (side) => side());
    const ratio = median(spaces) / median(trees);

    ctx.say(`${TOGETHER} at once`);
    const together = await timed(() =>
      Promise.all(Array.from({ length: TOGETHER }, (_, at) => store.create({ name: `many${at}`, repository }))),
    );
    const space = await store.open('many0');
    writeFileSync(join(space.path, 'new.txt'), 'new\n');
    const message = { phase: 'bench', brief: 'one file', session: 's', node: 'n', costUsd: 0 };
    const commit = await timed(() => space.commit(message));
    return [
      { label: '`git worktree add`', value: median(trees), unit: 'ms' },
      { label: 'a workspace', value: median(spaces), unit: 'ms', ratio, ...judge(ratio, 'at most', 1.5) },
      {
        label: 'the first workspace of a commit',
        value: cold,
        unit: 'ms',
        note: 'history copied twice: vault and seed',
      },
      {
        label: `${TOGETHER} workspaces at once`,
        value: together / 1000,
        unit: 's',
        note: `${Math.round(together / TOGETHER)} ms each`,
      },
      { label: 'a commit of one new file', value: commit, unit: 'ms', note: 'includes measuring disk use and fsync' },
      {
        label: 'disk per workspace',
        value: (await space.diskUse()) / 1024 ** 2,
        unit: 'MB',
        note: 'checkout, its history, index',
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function makeRepository(folder: string): string {
  const repository = join(folder, 'repository');
  mkdirSync(repository);
  git(repository, 'init', '--quiet');
  for (let at = 0; at < FILES; at += 1) {
    const dir = join(repository, `d${at % 100}`);
    if (at < 100) mkdirSync(dir);
    writeFileSync(join(dir, `f${at}.txt`), `${randomBytes(1_000).toString('base64')}\n`);
  }
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '--message', 'all');
  git(repository, 'repack', '-a', '-d', '--quiet');
  return repository;
}

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'gc.auto=0', '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
    cwd,
    stdio: 'ignore',
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
