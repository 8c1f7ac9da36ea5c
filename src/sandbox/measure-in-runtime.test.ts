import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Sandbox, SandboxPolicy } from '#contracts/sandbox.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { DEFAULT_SANDBOX_LIMITS } from './limits.ts';
import { measureInRuntime } from './measure-in-runtime.ts';
import { createSandbox } from './sandbox.ts';
import { missingForRuntime, RUNTIME_LINE } from './testing/installed-runtime.ts';

const missing = missingForRuntime();

/** A PATH on which `srt` is this program of the shell's. */
function pathWith(script: string): string {
  const bin = tempFolder();
  write(bin, { srt: `#!/bin/sh\n${script}\n` });
  chmodSync(join(bin, 'srt'), 0o755);
  return [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
}

async function measureWith(script: string) {
  const [home, data] = [realpathSync(tempFolder()), realpathSync(tempFolder())];
  const ours = join(data, 'workspaces');
  mkdirSync(ours);
  write(home, { '.ssh/id': 'a key' });
  const env = { PATH: pathWith(script), HOME: home, TEAM_TOKEN: 'not for tests' };
  const none = await createSandbox({ folder: data, env: { PATH: '' } });
  return { home, data, ours, sandbox: await measureInRuntime({ none, env, ours, hidden: [data, home] }) };
}

const policyOf = (checkout: string): SandboxPolicy => ({
  writable: [{ from: checkout, at: checkout }],
  readOnly: [{ from: process.execPath, at: process.execPath }],
  network: 'none',
  limits: DEFAULT_SANDBOX_LIMITS,
});

async function said(sandbox: Sandbox, checkout: string, script: string, env: Record<string, string> = {}) {
  const result = await sandbox.exec({ program: '/bin/sh', args: ['-c', script], env }, policyOf(checkout));
  return `${result.stdout.text}${result.stderr.text}exit ${result.exitCode}`;
}

describe.skipIf(missing.length > 0)(
  `G10.18 measuring in sandbox-runtime${missing.length > 0 ? ` (skipped: needs ${missing.join(', ')})` : ''}`,
  () => {
    it('isolates files, network and environment, as a trial shows', async () => {
      const { home, data, ours, sandbox } = await measureWith(RUNTIME_LINE);
      if (!sandbox) throw new Error('the runtime did not hold');
      expect(sandbox.ability).toEqual({ kind: 'sandbox-runtime', enforces: ['files', 'network', 'environment'] });
      const checkout = join(ours, 'checkout');
      mkdirSync(checkout);
      write(data, { 'log.db': 'the log' });
      expect(await said(sandbox, checkout, `cat ${home}/.ssh/id`)).not.toContain('a key');
      await said(sandbox, checkout, `echo x > ${data}/planted; echo x > ${home}/planted; echo x > ${ours}/planted`);
      for (const folder of [data, home, ours]) expect(existsSync(join(folder, 'planted'))).toBe(false);
      expect(
        await said(sandbox, checkout, 'echo made > file && cat file; echo t > "$TMPDIR/t" && cat "$TMPDIR/t"'),
      ).toBe('made\nt\nexit 0');
    });

    it('gives the command its own variables and its exit code', async () => {
      const { ours, sandbox } = await measureWith(RUNTIME_LINE);
      if (!sandbox) throw new Error('the runtime did not hold');
      const checkout = join(ours, 'checkout');
      mkdirSync(checkout);
      const seen = await said(sandbox, checkout, 'env; exit 3', { NAMED: 'a b "c" $d' });
      expect(seen).toContain('NAMED=a b "c" $d\n');
      expect(seen).toMatch(/exit 3$/);
      expect(seen).not.toMatch(/https?_proxy|SANDBOX_RUNTIME|TEAM_TOKEN/i);
    });

    it('cannot be led out by a link in the checkout', async () => {
      const { data, ours, sandbox } = await measureWith(RUNTIME_LINE);
      if (!sandbox) throw new Error('the runtime did not hold');
      const checkout = join(ours, 'checkout');
      mkdirSync(checkout);
      write(data, { 'log.db': 'the log' });
      symlinkSync(join(data, 'log.db'), join(checkout, 'link'));
      expect(await said(sandbox, checkout, 'cat link; echo planted > link')).not.toContain('the log');
      expect(readFileSync(join(data, 'log.db'), 'utf8')).toBe('the log');
    });
  },
);

describe('G10.18 a sandbox-runtime that is none', () => {
  it('is not used if it is not installed', async () => {
    const none = await createSandbox({ folder: tempFolder(), env: { PATH: '' } });
    expect(await measureInRuntime({ none, env: { PATH: '/usr/bin' }, ours: tempFolder(), hidden: [] })).toBeNull();
  });

  it('is not used if a trial shows that it isolates nothing', async () => {
    const { sandbox } = await measureWith('shift 3; exec "$@"');
    expect(sandbox).toBeNull();
  });

  it('is not used if it does not start', async () => {
    const { sandbox } = await measureWith('echo "no sandbox here" >&2; exit 1');
    expect(sandbox).toBeNull();
  });
});
