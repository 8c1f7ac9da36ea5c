import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT, runTool } from './processes.ts';

/** A clone in small: one package to install, which lies in the clone itself, so that no network is needed. */
function clone(): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  put(root, 'dep/package.json', { name: 'dep', version: '1.0.0' });
  put(root, 'package.json', { name: 'small', version: '1.0.0', dependencies: { dep: 'file:dep' } });
  put(root, 'package-lock.json', {
    name: 'small',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'small', version: '1.0.0', dependencies: { dep: 'file:dep' } },
      dep: { version: '1.0.0' },
      'node_modules/dep': { resolved: 'dep', link: true },
    },
  });
  return root;
}

function put(root: string, path: string, json: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify(json));
}

const setup = (root: string, env: NodeJS.ProcessEnv = {}) =>
  runTool(process.execPath, [join(ROOT, 'scripts/setup.mjs'), root], {
    cwd: tmpdir(),
    env: { ...process.env, ...env },
  });

const INSTALLING = 'setup: installing the npm packages (npm ci)';

describe('X7.12 the npm packages', () => {
  it('are installed once, saying so; afterwards setup is silent and starts no npm', async () => {
    const root = clone();
    const first = await setup(root);
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining(INSTALLING) });
    expect(existsSync(join(root, 'node_modules/dep/package.json'))).toBe(true);
    expect(await setup(root, { npm_config_offline: 'true' })).toEqual({ code: 0, output: '' });
  });

  it('are installed again when the lockfile asks for something else', async () => {
    const root = clone();
    await setup(root);
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    put(root, 'dep/package.json', { name: 'dep', version: '2.0.0' });
    lock.packages.dep.version = '2.0.0';
    put(root, 'package-lock.json', lock);
    expect((await setup(root)).output).toContain(INSTALLING);
  });

  it('are left alone when a person installed them', async () => {
    const root = clone();
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root });
    expect(await setup(root)).toEqual({ code: 0, output: '' });
  });

  it('are installed with the tools for development, whatever NODE_ENV says', async () => {
    const root = clone();
    const [lock, manifest] = ['package-lock.json', 'package.json'].map((name) =>
      JSON.parse(readFileSync(join(root, name), 'utf8').replaceAll('"dependencies"', '"devDependencies"')),
    );
    lock.packages.dep.dev = true;
    lock.packages['node_modules/dep'].dev = true;
    put(root, 'package-lock.json', lock);
    put(root, 'package.json', manifest);
    expect((await setup(root, { NODE_ENV: 'production' })).code).toBe(0);
    expect(existsSync(join(root, 'node_modules/dep'))).toBe(true);
  });

  it('that cannot be installed end setup with all that npm said', async () => {
    const root = clone();
    put(root, 'package.json', {
      name: 'small',
      version: '1.0.0',
      dependencies: { dep: 'file:dep', more: 'file:more' },
    });
    const { code, output } = await setup(root);
    expect(code).toBe(2);
    expect(output).toContain('npm error code EUSAGE');
    expect(output).toContain('setup: npm ci failed (exit code 1); what it said is above.');
  });

  it('are not touched when the lockfile cannot be read', async () => {
    const root = clone();
    writeFileSync(join(root, 'package-lock.json'), '<<<<<<< HEAD\n');
    expect(await setup(root)).toMatchObject({
      code: 2,
      output: expect.stringMatching(/not valid JSON.*merge unfinished\?/),
    });
  });
});

describe('two setups at once', () => {
  it('install once, and both end well', async () => {
    const root = clone();
    const both = await Promise.all([setup(root), setup(root)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ output }) => output.includes(INSTALLING))).toHaveLength(1);
    expect(existsSync(join(root, '.assay/cache/setup.lock'))).toBe(false);
  });

  it('pass over the lock of a setup that died', async () => {
    const root = clone();
    const dead = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
    const host = execFileSync('uname', ['-n'], { encoding: 'utf8' }).trim();
    put(root, '.assay/cache/setup.lock/owner.json', { pid: dead, host, token: 'old' });
    const both = await Promise.all([setup(root), setup(root)]);
    expect(both.filter(({ code, output }) => code === 0 && output.includes(INSTALLING))).toHaveLength(1);
  });
});

describe('X7.12 system packages', () => {
  /** A PATH that has nothing but what the test puts there. */
  async function bare(commands: Record<string, string>): Promise<{ root: string; PATH: string }> {
    const root = clone();
    await setup(root);
    const PATH = join(root, 'commands');
    mkdirSync(PATH);
    symlinkSync('/bin/sh', join(PATH, 'sh'));
    for (const [name, script] of Object.entries(commands)) {
      writeFileSync(join(PATH, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(PATH, name), 0o755);
    }
    return { root, PATH };
  }

  it('that are required and missing end setup, saying how to get them', async () => {
    const { root, PATH } = await bare({ bwrap: '' });
    expect(await setup(root, { PATH })).toEqual({
      code: 2,
      output:
        'setup: git is missing: every workspace is a git checkout. Get it with apt-get install git (Debian, Ubuntu), ' +
        'dnf install git (Fedora), pacman -S git (Arch), brew install git (macOS).\n',
    });
  });

  it('that are optional and missing are noted each time', async ({ skip }) => {
    if (process.platform !== 'linux') skip('bubblewrap is for Linux only');
    const { root, PATH } = await bare({ git: '' });
    const noted = { code: 0, output: expect.stringMatching(/^setup: note: bubblewrap is missing: .*dnf install/) };
    expect(await setup(root, { PATH })).toEqual(noted);
    expect(await setup(root, { PATH })).toEqual(noted);
  });

  it('are installed with apt-get by root, after one update, saying so', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root may install packages');
    if (process.platform !== 'linux') skip('apt-get is for Linux only');
    const { root, PATH } = await bare({
      'apt-get': `echo "$*" >> "\${0%/*}/../asked"; for last; do :; done
        [ "$last" = git ] && echo '#!/bin/sh' > "\${0%/*}/git" && /bin/chmod +x "\${0%/*}/git"
        [ "$last" != bubblewrap ] || { echo 'E: no such package' >&2; exit 100; }`,
    });
    const { code, output } = await setup(root, { PATH });
    expect(code).toBe(0);
    expect(output).toContain('setup: installing system packages with apt-get: git, bubblewrap');
    expect(output).toContain('E: no such package');
    expect(output).toContain('setup: note: bubblewrap is missing');
    const asked = () => readFileSync(join(root, 'asked'), 'utf8').trim().split('\n');
    expect(asked().map((line) => line.replace('-qq ', ''))).toEqual([
      'update',
      'install --yes --no-install-recommends git',
      'install --yes --no-install-recommends bubblewrap',
    ]);
    await setup(root, { PATH });
    expect(asked()).toHaveLength(3);
  });
});
