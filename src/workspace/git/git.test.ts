import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { PATH, git as personGit, repositoryWith } from '../testing/test-repository.ts';
import { hardenedGit, must } from './git.ts';

const git = hardenedGit({ path: PATH });

describe('our git', () => {
  it('runs nothing that a repository names: fsmonitor, hooks, pager, aliases', async () => {
    const folder = repositoryWith({ 'a.txt': 'a\n' });
    const canary = join(tempFolder(), 'ran');
    for (const name of ['core.fsmonitor', 'core.pager', 'core.sshCommand'])
      personGit(folder, 'config', name, `touch ${canary}`);
    writeFileSync(join(folder, '.git', 'hooks', 'post-index-change'), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    must(await git.run({ args: ['status', '--porcelain'], cwd: folder }));
    must(await git.run({ args: ['update-index', '--refresh'], cwd: folder }));
    expect(existsSync(canary)).toBe(false);
    personGit(folder, 'status', '--porcelain'); // the same without us, so that the test is known to bite
    expect(existsSync(canary)).toBe(true);
  });

  it('ignores the variables of our own environment', async () => {
    const folder = repositoryWith({ 'a.txt': 'a\n' });
    process.env.GIT_DIR = '/nonexistent';
    try {
      const outcome = must(await git.run({ args: ['rev-parse', '--git-dir'], cwd: folder }));
      expect(outcome.stdout.toString().trim()).toBe('.git');
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  it('reports git’s message and what to do', async () => {
    const outcome = await git.run({ args: ['cat-file', '-p', 'nothing'], cwd: repositoryWith({ a: '' }) });
    expect(outcome).toMatchObject({ ok: false, kind: 'failed' });
    if (outcome.ok) throw new Error('not reached');
    expect(outcome.error.message).toContain('Not a valid object name nothing');
    expect(outcome.error.next).toBeTruthy();
  });

  it('ends a git that takes too long, or that is no longer needed', async () => {
    const slow = { args: ['cat-file', '--batch'], cwd: repositoryWith({ a: '' }) };
    const hanging = ['-c', 'alias.wait=!sleep 30', 'wait'];
    expect(await git.run({ ...slow, args: hanging, timeoutMs: 200 })).toMatchObject({ ok: false, kind: 'stopped' });
    const cancelled = await git.run({ ...slow, args: hanging, signal: AbortSignal.timeout(100) });
    expect(cancelled).toMatchObject({ ok: false, error: { code: 'NODE_ABORTED' } });
  });

  it('limits its output', async () => {
    const folder = repositoryWith({ 'big.txt': 'x'.repeat(1_000_000) });
    const request = { args: ['cat-file', 'blob', 'HEAD:big.txt'], cwd: folder, maxBytes: 10_000 };
    expect(await git.run(request)).toMatchObject({ ok: false, kind: 'stopped' });
    expect(await git.run({ ...request, overflow: 'cut' })).toMatchObject({ ok: true, cut: true });
  });

  it('says so when there is no git', async () => {
    const outcome = await hardenedGit({ path: '/nonexistent' }).run({ args: ['version'] });
    expect(outcome).toMatchObject({ ok: false, kind: 'unstartable' });
  });
});
