import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxPolicy } from '#contracts/sandbox.ts';
import { DEFAULT_SANDBOX_LIMITS } from './limits.ts';
import { createSandbox } from './sandbox.ts';
import { toolchainMounts } from './toolchain-mounts.ts';

const missing = spawnSync('bwrap', ['--version']).error !== undefined;

describe('createSandbox on a machine without one', () => {
  it('refuses every command and says why', async () => {
    const sandbox = await createSandbox({ folder: '/nonexistent', env: { PATH: '' } });
    expect(sandbox.ability).toMatchObject({ kind: 'none', why: expect.stringMatching(/not installed/) });
    const result = await sandbox.exec({ program: 'true' }, policyOf('/tmp'));
    expect(result).toMatchObject({ outcome: 'unstartable', error: { message: expect.stringMatching(/isolated/) } });
  });
  it('has a sentence for macOS', async () => {
    const sandbox = await createSandbox({ folder: '/nonexistent', env: {}, platform: 'darwin' });
    expect(sandbox.ability).toMatchObject({ kind: 'none', why: expect.stringMatching(/macOS/) });
  });
});

describe.skipIf(missing)(`createSandbox${missing ? ' (skipped: needs bwrap)' : ''}`, () => {
  let root = '';
  let workspace = '';
  let sandbox: Sandbox;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'assay-sandbox-'));
    workspace = mkdtempSync(join(root, 'ws-'));
    sandbox = await createSandbox({ folder: join(root, 'own'), env: process.env });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const sh = (script: string, more: object = {}, policy: Partial<SandboxPolicy> = {}, signal?: AbortSignal) =>
    sandbox.exec({ program: 'sh', args: ['-c', script], ...more }, { ...policyOf(workspace), ...policy }, signal);

  it('runs a command in the workspace with its input, words and variables', async () => {
    const result = await sh('pwd; cat; echo "$WORD $HOME" >&2; touch made; exit 7', {
      stdin: 'in',
      env: { WORD: 'hey' },
    });
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 7, leftovers: 0 });
    expect(result.stdout.text).toBe('/workspace\nin');
    expect(result.stderr.text).toBe('hey /home/agent\n');
    expect(existsSync(join(workspace, 'made'))).toBe(true);
  });

  it('passes arguments unchanged', async () => {
    const words = ['', 'a b', '$HOME', '"', "'", '\\', '*', '--', 'ü\n'];
    const result = await sandbox.exec({ program: 'printf', args: ['[%s]', ...words] }, policyOf(workspace));
    expect(result.stdout.text).toBe(words.map((word) => `[${word}]`).join(''));
  });

  it('runs programs, never what only a shell knows', async () => {
    for (const program of ['eval', 'exit', 'cd', '-c', '/usr', '']) {
      const result = await sandbox.exec({ program: program || ' ', args: ['echo hello'] }, policyOf(workspace));
      expect(result, program).toMatchObject({ outcome: 'unstartable', stdout: { text: '' } });
    }
  });

  it('takes no options for bubblewrap through variables and folders', async () => {
    const injected = ['x', '--ro-bind', '/', '/mnt'].join('\0');
    expect(await sh('ls /mnt', { env: { A: injected } })).toMatchObject({ outcome: 'unstartable' });
    expect(await sh('ls /mnt', { env: { [injected]: 'x' } })).toMatchObject({ outcome: 'unstartable' });
    expect(await sh('ls /mnt', { cwd: injected })).toMatchObject({ outcome: 'unstartable' });
  });

  it('counts processes that were left running', async () => {
    expect(await sh('sleep 60 & sleep 60 & exit 0')).toMatchObject({ outcome: 'exited', exitCode: 0, leftovers: 2 });
  });

  it('ends at the time limit and when told to', async () => {
    expect(await sh('trap "" TERM; sleep 60; sleep 60', { timeoutMs: 200 })).toMatchObject({ outcome: 'timed-out' });
    expect(await sh('sleep 60', {}, {}, AbortSignal.timeout(200))).toMatchObject({ outcome: 'aborted' });
  });

  it('distinguishes a missing program, and a sandbox that cannot be made, from a program that failed', async () => {
    const absent = await sandbox.exec({ program: 'zork' }, policyOf(workspace));
    expect(absent).toMatchObject({
      outcome: 'unstartable',
      exitCode: null,
      error: { message: expect.stringMatching(/zork/) },
    });
    const gone = await sandbox.exec({ program: 'true' }, policyOf(join(root, 'gone')));
    expect(gone).toMatchObject({ outcome: 'unstartable', error: { message: expect.stringMatching(/gone/) } });
    expect(await sh('exit 127')).toMatchObject({ outcome: 'exited', exitCode: 127 });
  });

  it('names the limit that ended a command', async () => {
    const hog =
      'for n in 1 2 3; do { head -c 30000000 /dev/zero; sleep 5; } | tail -c 30000000 >/dev/null & done; wait';
    const result = await sh(hog, {}, { limits: { ...DEFAULT_SANDBOX_LIMITS, memoryBytes: 48_000_000 } });
    expect(result).toMatchObject({ outcome: 'over-limit', limit: 'memory' });
  });

  it('leaves no files of a command behind', async () => {
    await sh('true');
    const [own = ''] = readdirSync(join(root, 'own'));
    expect(readdirSync(join(root, 'own', own)).toSorted()).toEqual(['etc', 'filter.bpf']);
  });

  it('runs a toolchain from outside /usr, and shows only it', async () => {
    const { mounts, path } = await toolchainMounts([process.execPath], process.env);
    const env = { PATH: [...path, '/usr/bin:/bin'].join(':') };
    const result = await sandbox.exec(
      { program: 'node', args: ['-p', 'process.version'], env },
      { ...policyOf(workspace), readOnly: mounts },
    );
    expect(result.stdout.text.trim(), result.stderr.text).toBe(process.version);
  });

  it('runs fifty at once', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => sh(`echo ${n}`)));
    expect(results.map(({ stdout }) => Number(stdout.text))).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('dies with the process that started it', async () => {
    const script = join(root, 'start.ts');
    const own = fileURLToPath(new URL('./sandbox.ts', import.meta.url));
    const beat = 'while :; do : >alive; sleep 0.1; done';
    writeFileSync(
      script,
      `import { createSandbox } from ${JSON.stringify(own)};
       const sandbox = await createSandbox({ folder: ${JSON.stringify(join(root, 'own2'))}, env: process.env });
       console.log('ready');
       await sandbox.exec({ program: 'sh', args: ['-c', ${JSON.stringify(`(setsid sh -c '${beat}' &) ; ${beat}`)}] }, ${JSON.stringify(policyOf(workspace))});`,
    );
    const starter = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(starter.stdout, 'data');
    const alive = join(workspace, 'alive');
    while (!existsSync(alive)) await sleep(20);
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    await sleep(300);
    rmSync(alive, { force: true });
    await sleep(500);
    expect(existsSync(alive)).toBe(false);
  });
});

function policyOf(workspace: string): SandboxPolicy {
  return {
    writable: [{ from: workspace, at: '/workspace' }],
    readOnly: [],
    network: 'none',
    limits: DEFAULT_SANDBOX_LIMITS,
  };
}
