import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mount } from '#contracts/sandbox.ts';
import { failureOf, tempFolder, write } from '#host/testing/temp-folder.ts';
import { DEFAULT_SANDBOX_LIMITS } from './limits.ts';
import { placedEnv, placeMounts } from './place-mounts.ts';

function setUp(files: Readonly<Record<string, string>> = {}) {
  const root = realpathSync(tempFolder());
  const [checkout, layer, scratch] = [join(root, 'ours/tree'), join(root, 'layer/tree/node_modules'), join(root, 's')];
  for (const folder of [checkout, layer, scratch]) mkdirSync(folder, { recursive: true });
  write(root, files);
  const place = (readOnly: readonly Mount[], writable: readonly Mount[] = []) =>
    placeMounts(
      {
        writable: [{ from: checkout, at: checkout }, ...writable],
        readOnly,
        network: 'none',
        limits: DEFAULT_SANDBOX_LIMITS,
      },
      { ours: join(root, 'ours'), scratch },
    );
  return { root, checkout, layer, scratch, place, modules: { from: layer, at: join(checkout, 'node_modules') } };
}

describe('G10.4 mounts on a machine that cannot mount', () => {
  it('packages find each other, those of the project are those of the checkout, and caches are apart', async () => {
    const { root, checkout, layer, place, modules } = setUp({
      'layer/tree/node_modules/a/index.js': 'module.exports = require("b");',
      'layer/tree/node_modules/b/index.js': 'module.exports = "b";',
      'layer/tree/node_modules/.vite/old': 'of another run',
      'ours/tree/packages/own/index.js': 'module.exports = "the tree’s";',
      'fresh/.keep': '',
    });
    mkdirSync(join(layer, '@our'));
    symlinkSync('../../packages/own', join(layer, '@our/own'));
    const cache = { from: join(root, 'fresh'), at: join(modules.at, '.vite') };
    const placed = await place([modules], [cache]);
    const script = 'console.log(require("a"), require("@our/own"))';
    const said = execFileSync(process.execPath, ['-e', script], { cwd: checkout, encoding: 'utf8' });
    expect(said).toBe('b the tree’s\n');
    write(modules.at, { '.vite/new': '' });
    expect(existsSync(join(root, 'fresh/new'))).toBe(true);
    expect(existsSync(join(layer, '.vite/new'))).toBe(false);
    expect(placed.made).toEqual([modules.at]);
  });

  it('covers files of the tree at that place, and keeps files made for the next run', async () => {
    const { checkout, place, modules } = setUp({
      'layer/tree/node_modules/a/index.js': 'the layer’s',
      'ours/tree/node_modules/a/index.js': 'an agent’s',
    });
    for (let run = 0; run < 2; run += 1) {
      await (await place([modules])).remove();
      expect(readFileSync(join(checkout, 'node_modules/a/index.js'), 'utf8')).toBe('the layer’s');
    }
  });

  it('follows no link that an agent committed, and touches nothing outside of our own checkouts', async () => {
    const { root, checkout, place, layer } = setUp({ 'person/node_modules/kept': 'mine' });
    symlinkSync(join(root, 'person'), join(checkout, 'packages'));
    const planted = await failureOf(place([{ from: layer, at: join(checkout, 'packages/node_modules') }]));
    expect(planted).toMatchObject({ code: 'PROCESS_UNSTARTABLE', message: expect.stringContaining('symbolic link') });
    const person = { from: join(root, 'person'), at: join(root, 'person') };
    const outside = await failureOf(place([person, { from: layer, at: join(root, 'person/node_modules') }]));
    expect(outside).toMatchObject({ code: 'PROCESS_UNSTARTABLE', next: expect.any(String) });
    expect(readFileSync(join(root, 'person/node_modules/kept'), 'utf8')).toBe('mine');
  });

  it('links a channel into /tmp while the run lasts; other places of a sandbox are in the scratch folder', async () => {
    const { root, checkout, scratch, place } = setUp({ 'channel/r.cjs': '', 'cargo/registry/x': '' });
    const at = `/tmp/${Math.random().toString(16).slice(2, 14).padEnd(12, '0')}`;
    const placed = await place([
      { from: join(root, 'channel'), at },
      { from: join(root, 'cargo/registry'), at: '/tmp/cargo/registry' },
      { from: '/bin/sh', at: '/run/toolchain/shell', asLink: true },
    ]);
    expect(readlinkSync(at)).toBe(join(root, 'channel'));
    const env = { CARGO_HOME: '/tmp/cargo', PATH: `${checkout}/bin:/run/toolchain:/usr/bin`, PYTHONPATH: at };
    const here = placedEnv(env, placed.places);
    expect(here).toEqual({
      CARGO_HOME: `${scratch}/tmp/cargo`,
      PATH: `${checkout}/bin:${scratch}/run/toolchain:/usr/bin`,
      PYTHONPATH: at,
    });
    expect(existsSync(join(here.CARGO_HOME ?? '', 'registry/x'))).toBe(true);
    expect(existsSync(join(scratch, 'run/toolchain/shell'))).toBe(true);
    await placed.remove();
    expect(lstatSync(at, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('refuses a folder to write to that would have to be somewhere else', async () => {
    const { root, place } = setUp();
    const refused = await failureOf(place([], [{ from: root, at: '/workspace' }]));
    expect(refused).toMatchObject({ code: 'PROCESS_UNSTARTABLE', message: expect.stringContaining('/workspace') });
  });
});

describe('placedEnv', () => {
  const places = new Map([
    ['/tmp', '/s/tmp'],
    ['/tmp/abc', '/tmp/abc'],
  ]);
  it.each([
    ['/tmp', '/s/tmp'],
    ['/tmp/x:/usr/tmp:/tmp/abc/y', '/s/tmp/x:/usr/tmp:/tmp/abc/y'],
    ['-Dhome=/tmp/x --also /tmp/z', '-Dhome=/s/tmp/x --also /s/tmp/z'],
    ['/tmpfile http://127.0.0.1:80/tmp file:///tmp/x', '/tmpfile http://127.0.0.1:80/tmp file:///tmp/x'],
  ])('%s', (value, here) => {
    expect(placedEnv({ A: value }, places)).toEqual({ A: here });
  });
});
