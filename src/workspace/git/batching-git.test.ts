import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { batchingGit } from './batching-git.ts';
import { type Git, type GitRequest, hardenedGit } from './git.ts';

function place() {
  const folder = mkdtempSync(join(tmpdir(), "assay batch's-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  for (const name of ['a', "it's", 'two words', '$(touch pwned)']) writeFileSync(join(folder, name), name);
  git('add', '-A');
  git('commit', '-qm', 'one');
  writeFileSync(join(folder, 'new'), 'new');
  const path = process.env.PATH ?? '';
  const alone: GitRequest[] = [];
  const real = hardenedGit({ path });
  const single: Git = {
    run: (request) => {
      alone.push(request);
      return real.run(request);
    },
  };
  return { folder, git, alone, real, batching: batchingGit(single, path) };
}

describe('git that answers together', () => {
  it('gives the answers that each would give alone, with one process', async () => {
    const { folder, alone, real, batching } = place();
    const requests: GitRequest[] = [
      { args: ['ls-files', '-s', '-z'], cwd: folder },
      { args: ['ls-files', '-z', '--others', '--exclude-standard'], cwd: folder },
      { args: ['rev-parse', 'HEAD^{commit}', '--symbolic-full-name', 'HEAD'], cwd: folder },
      { args: ['config', '-z', '--get-regexp', '^core\\.(nothing)$'], cwd: folder, answers: [1] },
      { args: ['-c', 'core.quotePath=false', 'ls-files', '--', "it's", '$(touch pwned)'], cwd: folder },
    ];
    const together = await Promise.all(requests.map((request) => batching.run(request)));
    expect(alone).toEqual([]);
    expect(together).toEqual(await Promise.all(requests.map((request) => real.run(request))));
    expect(together.map((outcome) => outcome.ok)).toEqual([true, true, true, true, true]);
    expect(execFileSync('ls', { cwd: folder, encoding: 'utf8' })).not.toMatch(/^pwned$/m);
  });

  it('repeats a failed request alone, so that its error is the usual one', async () => {
    const { folder, alone, real, batching } = place();
    const wrong: GitRequest = { args: ['rev-parse', '--verify', 'no-such-branch'], cwd: folder };
    const [told, fine] = await Promise.all([batching.run(wrong), batching.run({ args: ['ls-files'], cwd: folder })]);
    expect(told).toEqual(await real.run(wrong));
    expect(told).toMatchObject({ ok: false, error: { code: 'GIT_FAILED' } });
    expect(fine.ok).toBe(true);
    expect(alone).toEqual([wrong]);
  });

  it('does not mix repositories, and batches short questions only', async () => {
    const { folder, git, alone, batching } = place();
    mkdirSync(join(folder, 'sub'));
    const outcomes = await Promise.all([
      batching.run({ args: ['rev-parse', '--show-prefix'], cwd: folder }),
      batching.run({ args: ['rev-parse', '--show-prefix'], cwd: join(folder, 'sub') }),
      batching.run({ args: ['cat-file', '--batch-check'], cwd: folder, stdin: `${git('rev-parse', 'HEAD')}` }),
    ]);
    expect(outcomes.map((each) => (each.ok ? (each.stdout.toString().trim().split(' ').at(-2) ?? '') : null))).toEqual([
      '',
      '',
      'commit',
    ]);
    expect(alone).toHaveLength(3);
  });

  it('says so where the folder is not there', async () => {
    const { folder, batching } = place();
    const cwd = join(folder, 'gone');
    const both = await Promise.all([
      batching.run({ args: ['ls-files'], cwd }),
      batching.run({ args: ['ls-files', '-s'], cwd }),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([false, false]);
  });
});
