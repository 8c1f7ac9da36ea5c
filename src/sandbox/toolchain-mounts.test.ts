import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rootOf, toolchainMounts } from './toolchain-mounts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-toolchain-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(path: string, text = 'true'): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('toolchainMounts', () => {
  it("needs nothing for the system's programs, and names those that are not there", async () => {
    const found = await toolchainMounts(['sh', 'zork'], { PATH: '/usr/bin:/bin' });
    expect(found).toEqual({ mounts: [], path: [], missing: ['zork'] });
  });

  it('follows links to the installation', async () => {
    program('versions/24/bin/node');
    mkdirSync(join(folder, '.bin'));
    symlinkSync('../versions/24/bin/node', join(folder, '.bin/node'));
    const root = join(folder, 'versions/24');
    const found = await toolchainMounts(['node'], { PATH: join(folder, '.bin'), HOME: folder });
    expect(found).toEqual({ mounts: [{ from: root, at: root }], path: [join(root, 'bin')], missing: [] });
  });

  it('gives a package’s program its name by a link: it finds its own files next to itself', async () => {
    const pnpm = program('lib/node_modules/pnpm/bin/pnpm.cjs');
    const yarn = program('lib/node_modules/@yarn/core/dist/yarn.js');
    mkdirSync(join(folder, 'bin'));
    symlinkSync(pnpm, join(folder, 'bin/pnpm'));
    symlinkSync(yarn, join(folder, 'bin/yarn'));
    const found = await toolchainMounts(['pnpm', 'yarn'], { PATH: join(folder, 'bin'), HOME: folder });
    const roots = [join(folder, 'lib/node_modules/pnpm'), join(folder, 'lib/node_modules/@yarn/core')];
    expect(found.path).toEqual(['/run/toolchain']);
    expect(found.mounts).toEqual([
      { from: roots[0], at: roots[0] },
      { from: pnpm, at: '/run/toolchain/pnpm', asLink: true },
      { from: roots[1], at: roots[1] },
      { from: yarn, at: '/run/toolchain/yarn', asLink: true },
    ]);
  });

  it('asks the version manager behind a shim', async () => {
    const real = program('versions/3/bin/python3');
    program('.pyenv/shims/python3', 'exit 1');
    program('.pyenv/bin/pyenv', `[ "$1 $2" = "which python3" ] && echo ${real}`);
    const PATH = [join(folder, '.pyenv/shims'), join(folder, '.pyenv/bin'), '/usr/bin', '/bin'].join(':');
    const found = await toolchainMounts(['python3'], { PATH, HOME: folder });
    expect(found.path).toEqual([join(folder, 'versions/3/bin')]);
  });

  it('shows of a personal folder the one program only', async () => {
    const tool = program('bin/tool');
    const found = await toolchainMounts(['tool'], { PATH: join(folder, 'bin'), HOME: folder });
    expect(found.mounts).toEqual([{ from: tool, at: '/run/toolchain/tool' }]);
    expect(found.path).toEqual(['/run/toolchain']);
    expect(rootOf('/home/x/.local/bin/tool', '/home/x')).toBe('/home/x/.local/bin/tool');
    expect(rootOf('/opt/go/bin/go', '/home/x')).toBe('/opt/go');
  });
});
