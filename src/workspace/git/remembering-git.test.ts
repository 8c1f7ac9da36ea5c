import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Git, type GitRequest, hardenedGit, must } from './git.ts';
import { rememberingGit } from './remembering-git.ts';

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-remember-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a'), 'a');
  git('add', '-A');
  git('commit', '-qm', 'one');
  const asked: GitRequest[] = [];
  const real = hardenedGit({ path: process.env.PATH ?? '' });
  const counting: Git = {
    run: (request) => {
      asked.push(request);
      return real.run(request);
    },
  };
  const remembering = rememberingGit(counting);
  const say = async (request: GitRequest): Promise<string> =>
    must(await remembering.run(request))
      .stdout.toString('utf8')
      .trim();
  return { folder, gitDir: join(folder, '.git'), git, asked, remembering, say };
}

describe('git that remembers', () => {
  it('asks git once about an object with a hash, even for two calls at once', async () => {
    const { gitDir, git, asked, say } = place();
    const [commit, tree] = [git('rev-parse', 'HEAD'), git('rev-parse', 'HEAD^{tree}')];
    for (const args of [
      ['cat-file', '-t', commit],
      ['rev-parse', '--verify', `${commit}^{tree}`],
      ['ls-tree', '-r', '-z', '-l', '--full-tree', tree],
      ['ls-tree', '-z', '--full-tree', tree, '--', 'a'],
      ['diff-tree', '-r', '--raw', tree, tree],
      ['merge-base', '--is-ancestor', commit, commit],
      ['cat-file', 'blob', `${tree}:a`],
    ]) {
      const before = asked.length;
      const [one, two] = await Promise.all([say({ args, gitDir }), say({ args, gitDir })]);
      expect(await say({ args, gitDir })).toBe(one);
      expect(two).toBe(one);
      expect(asked.length - before).toBe(1);
    }
  });

  it('asks again about a ref, and about an object that was missing', async () => {
    const { gitDir, folder, git, remembering, say } = place();
    const first = await say({ args: ['rev-parse', '--verify', 'main'], gitDir });
    expect(await say({ args: ['cat-file', 'blob', 'main:a'], gitDir })).toBe('a');
    expect((await remembering.run({ args: ['cat-file', 'blob', 'main:b'], gitDir })).ok).toBe(false);
    writeFileSync(join(folder, 'b'), 'b');
    git('add', '-A');
    const tree = git('write-tree');
    const later = git('commit-tree', tree, '-p', first, '-m', 'two');
    expect(await say({ args: ['rev-parse', '--verify', 'main'], gitDir })).toBe(first);
    git('update-ref', 'refs/heads/main', later);
    expect(await say({ args: ['cat-file', 'blob', 'main:b'], gitDir })).toBe('b');
    expect(await say({ args: ['rev-parse', '--verify', 'main'], gitDir })).toBe(later);

    const unknown = '1'.repeat(40);
    expect((await remembering.run({ args: ['cat-file', '-t', unknown], gitDir })).ok).toBe(false);
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: folder, input: 'new', encoding: 'utf8' });
    expect(await say({ args: ['cat-file', '-t', blob.trim()], gitDir })).toBe('blob');
  });

  it('asks again for a commit that is an ancestor only later, and after objects were removed', async () => {
    const { gitDir, git, asked, remembering, say } = place();
    const commit = git('rev-parse', 'HEAD');
    const args = ['cat-file', '-t', commit];
    await say({ args, gitDir });
    remembering.forget();
    await say({ args, gitDir });
    expect(asked).toHaveLength(2);
    const other = git('commit-tree', `${commit}^{tree}`, '-m', 'unrelated');
    const related = { args: ['merge-base', '--is-ancestor', commit, other], gitDir, answers: [1] };
    expect(must(await remembering.run(related)).exitCode).toBe(1);
    expect(must(await remembering.run(related)).exitCode).toBe(1);
    expect(asked).toHaveLength(4);
  });

  it('asks again where a repository is when its .git is another, or its configuration', async () => {
    const { folder, git, asked, say } = place();
    const args = ['rev-parse', '--is-inside-work-tree', '--git-common-dir'];
    await say({ args, cwd: folder });
    expect(await say({ args, cwd: folder })).toBe('true\n.git');
    expect(asked).toHaveLength(1);
    git('config', 'core.bare', 'true');
    expect(await say({ args, cwd: folder })).toBe('false\n.git');
    expect(asked).toHaveLength(2);
    rmSync(join(folder, '.git'), { recursive: true });
    git('init', '-q', '--object-format=sha256', '-b', 'main');
    const format = ['rev-parse', '--show-object-format'];
    expect(await say({ args: format, cwd: folder })).toBe('sha256');
  });

  it('does not remember what depends on a working tree, an index or input', async () => {
    const { folder, gitDir, git, asked, say } = place();
    mkdirSync(join(folder, 'sub'));
    const tree = git('rev-parse', 'HEAD^{tree}');
    const requests: GitRequest[] = [
      { args: ['rev-parse', '--show-toplevel'], cwd: join(folder, 'sub') },
      { args: ['ls-tree', tree], gitDir, env: { GIT_TRACE: '0' } },
      { args: ['cat-file', '--batch-check'], gitDir, stdin: `${tree}\n` },
    ];
    for (const request of requests) {
      const before = asked.length;
      await say(request);
      await say(request);
      expect(asked.length - before).toBe(2);
    }
  });
});
