import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../sandbox/sandbox.ts';
import { hostInstall } from './install.ts';
import { registryHosts, registrySettings, sandboxedInstall } from './sandboxed-install.ts';

const missing = spawnSync('bwrap', ['--version']).error !== undefined;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'assay-install-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe.skipIf(missing)(`H2 a sandboxed install${missing ? ' (skipped: needs bwrap)' : ''}`, () => {
  it('runs the package manager in its folder, and sees, writes and reaches nothing else', async () => {
    const root = folder();
    const outside = folder();
    writeFileSync(join(outside, 'secret'), 'secret\n');
    const server = createServer((_, response) => response.end('GOT-IN')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a server on TCP has one
    const sandbox = await createSandbox({ folder: join(root, 'own'), env: process.env });
    const install = sandboxedInstall({ sandbox, env: { ...process.env, SOME_TOKEN: 'sk-secret' }, hosts: [] });
    const layer = join(root, 'layer');
    const work = join(layer, 'work');
    mkdirSync(join(work, 'dep'), { recursive: true });
    mkdirSync(join(layer, 'home'));
    writeFileSync(
      join(work, 'dep/package.json'),
      '{"name":"dep","version":"1.0.0","scripts":{"postinstall":"exit 3"}}',
    );
    writeFileSync(join(work, 'package.json'), '{"name":"p","version":"1.0.0","dependencies":{"dep":"file:./dep"}}');
    const env = { HOME: join(layer, 'home') };
    const lock = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--install-links'];
    const made = await install({ program: 'npm', args: lock, env }, work, undefined, layer);
    expect(made, made.stderr.text).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(existsSync(join(work, 'node_modules/dep/package.json'))).toBe(true);

    const script = `cat ${join(outside, 'secret')}; echo x >${join(outside, 'planted')}; env; node -e 'fetch("http://127.0.0.1:${port}").then((r) => r.text()).then(console.log)'; pwd; touch made`;
    const peek = await install({ program: 'sh', args: ['-c', script], env }, work, undefined, layer);
    expect(peek.stdout.text).not.toMatch(/secret|GOT-IN/);
    expect(existsSync(join(outside, 'planted'))).toBe(false);
    expect(peek.stdout.text).toContain(`\n${work}\n`);
    expect(existsSync(join(work, 'made'))).toBe(true);
    // … and it bites: the same, not isolated.
    const bare = await hostInstall(process.env)({ program: 'sh', args: ['-c', script], env }, work);
    expect(bare.stdout.text).toMatch(/secret[\s\S]*GOT-IN/);
    expect(readFileSync(join(outside, 'planted'), 'utf8')).toBe('x\n');
  });
});

describe('the registries of a machine', () => {
  it('are passed on without name and password', () => {
    const env = { npm_config_registry: 'https://user:token@npm.example/x/', PIP_INDEX_URL: 'no url', HOME: '/root' };
    expect(registrySettings(env)).toEqual({ npm_config_registry: 'https://npm.example/x/' });
  });

  it('are the hosts that may be reached', async () => {
    const env = {
      PATH: process.env.PATH,
      npm_config_registry: 'https://npm.example:8443/',
      UV_INDEX_URL: 'http://pip.example/simple',
    };
    expect(await registryHosts(hostInstall(env), env)).toEqual(['npm.example:8443', 'pip.example:80']);
    const none = await registryHosts(async () => ({ ...(await hostInstall({})({ program: 'false' }, '/')) }), {});
    expect(none).toEqual(['pypi.org', 'files.pythonhosted.org']);
  });
});
