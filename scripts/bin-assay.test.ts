import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
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

// bin/assay around a stand-in entry that prints how it was started.
const ENTRY = `console.log(JSON.stringify({ args: process.argv.slice(2), exec: process.execPath, flags: process.execArgv,
  cwd: process.cwd(), cache: process.env.NODE_COMPILE_CACHE }));`;

function installed(): { root: string; bin: string } {
  const root = mkdtempSync(join(tmpdir(), 'assay-bin-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  put(join(root, 'pkg/src/app/cli/main.js'), ENTRY);
  put(join(root, 'pkg/package.json'), '{"type":"module"}');
  mkdirSync(join(root, 'pkg/bin'));
  copyFileSync(join(ROOT, 'bin/assay'), join(root, 'pkg/bin/assay'));
  return { root, bin: join(root, 'pkg/bin/assay') };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function putScript(path: string, text: string): void {
  put(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

const path = (...folders: string[]) => [...folders, '/usr/bin', '/bin'].join(':');
const nodeFolder = dirname(process.execPath);
const start = async (bin: string, args: string[], env: NodeJS.ProcessEnv, cwd = '/') => {
  const { code, output } = await runTool(bin, args, { cwd, env: { HOME: '/nonexistent', ...env } });
  expect(code, output).toBe(0);
  return JSON.parse(output);
};

describe('bin/assay', () => {
  it('passes every argument on as it is, in the folder it was called from', async () => {
    const { root, bin } = installed();
    const args = ['a b', '', '--x=$HOME', "it's", '*'];
    const seen = await start(bin, args, { PATH: path(nodeFolder) }, root);
    expect(seen).toMatchObject({ args, cwd: root, flags: ['--disable-warning=ExperimentalWarning'] });
  });

  it('finds its package through relative and absolute symlinks', async () => {
    const { root, bin } = installed();
    mkdirSync(join(root, 'links'));
    symlinkSync('../pkg/bin/assay', join(root, 'links/relative'));
    symlinkSync(join(root, 'links/relative'), join(root, 'links/assay'));
    const PATH = path(nodeFolder);
    expect(await start(join(root, 'links/assay'), ['x'], { PATH })).toMatchObject({ args: ['x'] });
    expect(await start('assay', ['x'], { PATH: `${join(root, 'links')}:${PATH}` })).toMatchObject({ args: ['x'] });
    expect(
      JSON.parse(execFileSync('sh', ['assay', 'x'], { cwd: dirname(bin), env: { PATH }, encoding: 'utf8' })).args,
    ).toEqual(['x']);
  });

  it.each(['pkg/node_modules/node/bin/node', 'node/bin/node'])(
    'prefers a good Node at %s to the one on PATH',
    async (at) => {
      const { root, bin } = installed();
      mkdirSync(dirname(join(root, at)), { recursive: true });
      symlinkSync(process.execPath, join(root, at));
      putScript(join(root, 'old/node'), 'echo v20.19.0');
      expect(await start(bin, [], { PATH: path(join(root, 'old')) })).toMatchObject({ exec: process.execPath });
    },
  );

  it('falls back to PATH when the pinned Node does not run', async () => {
    const { root, bin } = installed();
    putScript(join(root, 'pkg/node_modules/node/bin/node'), 'exit 126');
    expect(await start(bin, [], { PATH: path(nodeFolder) })).toMatchObject({ exec: process.execPath });
  });

  it.each(['v20.19.0', 'v22.17.1', 'v9.99.0', 'something else'])(
    'refuses %s, saying what it saw and what to do',
    async (version) => {
      const { root, bin } = installed();
      putScript(join(root, 'old/node'), `echo '${version}'`);
      const { code, output } = await runTool(bin, [], { cwd: '/', env: { PATH: path(join(root, 'old')) } });
      expect(code).toBe(2);
      expect(output).toContain(`needs Node 22.18 or newer; found ${root}/old/node (${version})`);
      expect(output).toContain('next: ');
    },
  );

  it.each(['v22.18.0', 'v24.0.0', 'v100.1.0'])('takes %s', async (version) => {
    const { root, bin } = installed();
    putScript(join(root, 'new/node'), `[ "$1" = --version ] && echo ${version} || echo '{"taken":true}'`);
    expect(await start(bin, [], { PATH: path(join(root, 'new')) })).toEqual({ taken: true });
  });

  it('says so when there is no Node at all', async () => {
    const { root, bin } = installed();
    const { code, output } = await runTool('/bin/sh', [bin], { cwd: '/', env: { PATH: join(root, 'nothing') } });
    expect([code, output]).toEqual([2, expect.stringContaining('found no node on PATH')]);
  });

  it.each([
    [{ ASSAY_HOME: '/h', XDG_CACHE_HOME: '/x', HOME: '/home' }, '/h/cache/compiled'],
    [{ XDG_CACHE_HOME: '/x', HOME: '/home' }, '/x/assay/compiled'],
    [{ HOME: '/home' }, '/home/.cache/assay/compiled'],
    [{ HOME: '/home', NODE_COMPILE_CACHE: '/mine' }, '/mine'],
    [{ HOME: '' }, undefined],
  ])('keeps compiled code where %o says', async (places, cache) => {
    const { root, bin } = installed();
    const below = (value: string) => (value === '' ? '' : root + value);
    const env = Object.fromEntries(Object.entries(places).map(([name, value]) => [name, below(value)]));
    expect((await start(bin, [], { PATH: path(nodeFolder), ...env })).cache).toBe(cache && below(cache));
  });

  it.each(['/dev/null/home', '/proc/nowhere'])('runs where nothing can be written: %s', async (ASSAY_HOME) => {
    const seen = await start(installed().bin, ['x'], { PATH: path(nodeFolder), ASSAY_HOME });
    expect(seen.args).toEqual(['x']);
    expect(seen.cache).toBeUndefined();
  });
});

describe('assay --version', () => {
  it.each(['--version', '-v'])('%s prints the version of package.json', async (flag) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const env = { PATH: path(nodeFolder), HOME: tmpdir() };
    expect(await runTool(join(ROOT, 'bin/assay'), [flag], { cwd: '/', env })).toEqual({
      code: 0,
      output: `${version}\n`,
    });
  });
});
