import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../sandbox.ts';
import { toolchainMounts } from '../toolchain-mounts.ts';
import { sandboxedInstall } from './sandboxed-install.ts';
import { hostInstall } from './testing/host-install.ts';

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
    writeFileSync(join(outside, 'ca.pem'), 'a certificate\n');
    mkdirSync(join(outside, 'packages/simple'), { recursive: true });
    writeFileSync(join(outside, 'packages/one.whl'), 'a package\n');
    const install = sandboxedInstall({
      sandbox,
      tools: await toolchainMounts(['node', 'npm'], process.env),
      settings: async () => ({
        hosts: [],
        env: { npm_config_registry: 'https://npm.example/' },
        certificates: { NODE_EXTRA_CA_CERTS: join(outside, 'ca.pem'), PIP_CERT: join(outside, 'not-there') },
        folders: [join(outside, 'packages/simple'), homedir(), '/'],
        keys: [],
      }),
    });
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

    const given =
      'cat "$NODE_EXTRA_CA_CERTS" "$0"; echo "$npm_config_registry [$PIP_CERT]"; touch "$0" || echo refused';
    const args = ['-c', given, join(outside, 'packages/one.whl')];
    const shown = await install({ program: 'sh', args, env }, work, undefined, layer);
    expect(shown.stdout.text).toBe('a certificate\na package\nhttps://npm.example/ []\nrefused\n');

    const script = `cat ${join(outside, 'secret')}; echo x >${join(outside, 'planted')}; env; node -e 'fetch("http://127.0.0.1:${port}").then((r) => r.text()).then(console.log)'; pwd; touch made`;
    const peek = await install({ program: 'sh', args: ['-c', script], env }, work, undefined, layer);
    expect(peek.stdout.text).not.toMatch(/secret|GOT-IN/);
    expect(existsSync(join(outside, 'planted'))).toBe(false);
    expect(peek.stdout.text).toContain(`\n${work}\n`);
    expect(existsSync(join(work, 'made'))).toBe(true);
    // A question may not even write where it is asked.
    expect(await install({ program: 'touch', args: [join(layer, 'asked')] }, layer)).toMatchObject({ exitCode: 1 });
    expect(existsSync(join(layer, 'asked'))).toBe(false);
    // … and it bites: the same, not isolated.
    const bare = await hostInstall(process.env)({ program: 'sh', args: ['-c', script], env }, work);
    expect(bare.stdout.text).toMatch(/secret[\s\S]*GOT-IN/);
    expect(readFileSync(join(outside, 'planted'), 'utf8')).toBe('x\n');
  });
});
