import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isErrorCode } from '#contracts/errors.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { findBinaryTool } from './tool.ts';

const SOAK = process.env.ASSAY_SOAK === '1' ? 10_000 : 200;
const tool = findBinaryTool();

/** A workspace two folders deep, with a PATH and a home of its own: nothing of the machine is in reach. */
function world() {
  const root = realpathSync(tempFolder());
  const at = (...parts: string[]) => join(root, ...parts);
  for (const folder of ['repo/app', 'path/one', 'path/two', 'home']) mkdirSync(at(folder), { recursive: true });
  const PATH = `${at('path/one')}:${at('path/two')}:/usr/bin:/bin`;
  const env = { PATH, HOME: at('home'), ASSAY_HOME: at('assay') };
  const program = (path: string, version = '1.2.3', mode = 0o755): string => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), `#!/bin/sh\necho x >> "${at('asked')}"\necho "${path} ${version}"\n`);
    chmodSync(at(path), mode);
    return at(path);
  };
  const find = async (input: Record<string, unknown>, environment: Record<string, string> = env) => {
    const context = { signal: new AbortController().signal, cwd: at('repo/app'), env: environment, progress: () => {} };
    const result = await tool.run(tool.input.parse(input), context);
    if (result.ok) tool.output.parse(result.output);
    return result;
  };
  const found = async (input: Record<string, unknown>, environment?: Record<string, string>) => {
    const result = await find(input, environment);
    return result.ok ? result.output : expect.fail(result.error.message);
  };
  const failed = async (input: Record<string, unknown>) => {
    const result = await find(input);
    return result.ok ? expect.fail(result.output.path) : result.error;
  };
  return { at, env, program, find, found, failed };
}

type World = ReturnType<typeof world>;
type Change = (here: World) => Record<string, string> | undefined;

describe('T1 find-binary', () => {
  it.each([
    ['PATH', 'path/two/zork', 'path'],
    ['./target/release', 'repo/app/target/release/zork', 'project'],
    ['./target/debug', 'repo/app/target/debug/zork', 'project'],
    ['./node_modules/.bin', 'repo/app/node_modules/.bin/zork', 'project'],
    ['./.venv/bin', 'repo/app/.venv/bin/zork', 'project'],
    ['../target/release', 'repo/target/release/zork', 'project'],
    ['../../target/release', 'target/release/zork', 'project'],
    ['~/.cargo/bin', 'home/.cargo/bin/zork', 'global'],
    ['~/.local/bin', 'home/.local/bin/zork', 'global'],
    ['~/go/bin', 'home/go/bin/zork', 'global'],
  ])('T1.1 AC-001.1 detects a program in %s', async (_, file, from) => {
    const { program, found } = world();
    const path = program(file);
    expect(await found({ name: 'zork' })).toMatchObject({ path, canonicalPath: path, from });
  });

  it('AC-001.1 takes PATH before the project, unless the project is preferred, and reports the other', async () => {
    const { program, found } = world();
    const [onPath, own] = [program('path/one/zork'), program('repo/app/node_modules/.bin/zork')];
    expect(await found({ name: 'zork' })).toMatchObject({ path: onPath, others: [own] });
    expect(await found({ name: 'zork', prefer: 'project' })).toMatchObject({ path: own, others: [onPath] });
  });

  it('T1.4 AC-001.2 remembers the absolute path per workspace and uses it while nothing changed', async () => {
    const { at, program, found } = world();
    const path = program('path/two/zork', '3.1');
    expect(await found({ name: 'zork', version: true })).toMatchObject({ path, version: '3.1', cache: 'stored' });
    expect(await found({ name: 'zork', version: true })).toMatchObject({ path, version: '3.1', cache: 'hit' });
    expect(await found({ name: 'zork', version: true, fresh: true })).toMatchObject({ cache: 'stored' });
    expect(readdirSync(at('assay/cache/find-binary'))).toHaveLength(1);
  });

  it('AC-001.2 does not ask a remembered program again', async () => {
    const { at, program, found } = world();
    program('path/two/zork');
    await found({ name: 'zork', version: true });
    rmSync(at('asked'));
    await found({ name: 'zork', version: true });
    expect(existsSync(at('asked'))).toBe(false);
    await found({ name: 'zork', version: true, fresh: true });
    expect(existsSync(at('asked'))).toBe(true);
  });

  it.each<[string, Change, string, string]>([
    ['is rewritten', ({ program }) => void program('path/two/zork', '4.0'), 'path/two/zork', '4.0'],
    ['is replaced and dated back', replaceDatedBack, 'path/two/zork', '9.9'],
    ['is gone', ({ at }) => void rmSync(at('path/two/zork')), 'home/.cargo/bin/zork', '0.5'],
    ['may no longer be run', ({ at }) => void chmodSync(at('path/two/zork'), 0o644), 'home/.cargo/bin/zork', '0.5'],
    ['is shadowed by a new one', ({ program }) => void program('path/one/zork', '5.0'), 'path/one/zork', '5.0'],
    [
      'is no longer on PATH',
      ({ env, at }) => ({ ...env, PATH: `${at('path/one')}:/usr/bin:/bin` }),
      'home/.cargo/bin/zork',
      '0.5',
    ],
  ])('T1.4 AC-001.2 forgets a program that %s', async (_, change, expected, version) => {
    const here = world();
    here.program('path/two/zork', '3.1');
    here.program('home/.cargo/bin/zork', '0.5');
    expect(await here.found({ name: 'zork', version: true })).toMatchObject({ version: '3.1' });
    const env = change(here);
    const now = await here.found({ name: 'zork', version: true }, env ?? here.env);
    expect(now).toMatchObject({ path: here.at(expected), version, cache: 'stored' });
  });

  it('AC-001.2 forgets results under another PATH, also if the same places are searched', async () => {
    const { env, program, found } = world();
    program('path/one/zork');
    await found({ name: 'zork' });
    expect(await found({ name: 'zork' })).toMatchObject({ cache: 'hit' });
    expect(await found({ name: 'zork' }, { ...env, PATH: `${env.PATH}:relative` })).toMatchObject({ cache: 'stored' });
  });

  it('T1.2 AC-001.2 gives the path to run, and the file behind the link', async () => {
    const { at, program, found } = world();
    const real = program('opt/zork-1.2/multi');
    symlinkSync(real, at('path/one/zork'));
    expect(await found({ name: 'zork' })).toMatchObject({ path: at('path/one/zork'), canonicalPath: real });
  });

  it('AC-001.2 works without a cache: damaged, unwritable, or nowhere to put one', async () => {
    const { at, env, program, found } = world();
    const path = program('path/one/zork');
    await found({ name: 'zork' });
    const [file = ''] = readdirSync(at('assay/cache/find-binary'));
    writeFileSync(at('assay/cache/find-binary', file), '{"v":1,"wor');
    expect(await found({ name: 'zork' })).toMatchObject({ path, cache: 'stored' });
    expect(await found({ name: 'zork' })).toMatchObject({ path, cache: 'hit' });
    rmSync(at('assay'), { recursive: true });
    writeFileSync(at('assay'), 'in the way');
    expect(await found({ name: 'zork' })).toMatchObject({ path, cache: 'failed' });
    expect(await found({ name: 'zork' }, { PATH: env.PATH })).toMatchObject({ path, cache: 'unused' });
  });

  it('T1.5 AC-001.3 fails with every place it looked in and the nearest names', async () => {
    const { at, program, failed } = world();
    program('path/one/zorkmid');
    program('path/two/unrelated');
    const error = await failed({ name: 'zorkmit' });
    expect(error.code).toBe('BINARY_NOT_FOUND');
    for (const place of [
      'path/one',
      'path/two',
      'repo/app/node_modules/.bin',
      'repo/target/release',
      'target/debug',
      'home/.cargo/bin',
    ]) {
      expect(error.message).toContain(at(place));
    }
    expect(error.next).toContain('zorkmid');
    expect(error.next).not.toContain('unrelated');
  });

  it('T1.2 AC-001.3 distinguishes a file that cannot be run from a missing one', async () => {
    const { at, program, failed } = world();
    program('path/one/zork', '1', 0o644);
    mkdirSync(at('path/two/zork'));
    mkdirSync(at('repo/app/bin'));
    symlinkSync(at('nowhere'), at('repo/app/bin/zork'));
    const error = await failed({ name: 'zork' });
    expect(error.code).toBe('BINARY_NOT_EXECUTABLE');
    expect(error.message).toContain(`${at('path/one/zork')}: it is not executable`);
    expect(error.message).toContain(`${at('path/two/zork')}: it is a folder`);
    expect(error.message).toContain('a symbolic link to nothing');
    expect(error.next).toContain('chmod +x');
  });

  it('T1.3 AC-001.3 skips versions that are too old, and says so if all are', async () => {
    const { at, program, found, failed } = world();
    program('path/one/zork', '1.9.9');
    const good = program('repo/target/release/zork', '2.0.0');
    const { path, version, passedOver } = await found({ name: 'zork', minVersion: '2' });
    expect({ path, version }).toEqual({ path: good, version: '2.0.0' });
    expect(passedOver).toEqual([{ path: at('path/one/zork'), why: 'it is 1.9.9, older than 2' }]);
    const error = await failed({ name: 'zork', minVersion: '2.0.1' });
    expect(error.code).toBe('BINARY_TOO_OLD');
    expect(error.message).toContain('it is 1.9.9, older than 2.0.1');
  });

  it.each([
    ['fails', 'exit 3', 'exit code 3'],
    ['says no version', 'echo hello', 'printed no version'],
    ['never stops talking', 'yes | head -c 9000000', 'more than 4 MB'],
    ['is no program', '#!/does/not/exist', 'cannot be started'],
  ])('AC-001.3 says why the version is unknown when the program %s', async (_, body, why) => {
    const { program, failed } = world();
    const path = program('path/one/zork');
    writeFileSync(path, body.startsWith('#!') ? body : `#!/bin/sh\n${body}\n`);
    const error = await failed({ name: 'zork', minVersion: '1' });
    expect(error).toMatchObject({ code: 'BINARY_VERSION_UNKNOWN', message: expect.stringContaining(why) });
  });

  it('T1.6 AC-001.4 starts no program and looks once at each place if no version is requested', async () => {
    const { at, program, found } = world();
    program('path/one/zork');
    const { looked, version } = await found({ name: 'zork' });
    expect(version).toBeNull();
    expect(existsSync(at('asked'))).toBe(false);
    expect(new Set(looked).size).toBe(looked.length);
  });

  it('does not take programs from a folder above that everyone may write to', async () => {
    const { at, program, failed } = world();
    program('repo/node_modules/.bin/zork');
    chmodSync(at('repo'), 0o777);
    const error = await failed({ name: 'zork' });
    expect(error.message).toContain(`Not looked in ${at('repo')}: everyone may put programs into it`);
  });

  it('runs its own examples', async () => {
    const { env, find } = world();
    expect(tool.examples.length).toBeGreaterThanOrEqual(2);
    for (const { input } of tool.examples) {
      const result = await find(input, { ...env, PATH: process.env.PATH ?? '' });
      expect(result, JSON.stringify(result)).toMatchObject({ ok: true });
    }
    expect(Object.keys(tool.errors).filter((code) => !isErrorCode(code))).toEqual([]);
  });

  it('refuses a name with a folder in it', () => {
    for (const name of ['a/b', './a', '/bin/sh', '.', '..', '', 'a\0b']) {
      expect(tool.input.safeParse({ name }).success, JSON.stringify(name)).toBe(false);
    }
    expect(tool.input.safeParse({ name: 'x', minVersion: 'new' }).success).toBe(false);
  });

  it('handles any name and any PATH', async () => {
    const { env, find } = world();
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, text, async (name, PATH) => {
        if (!tool.input.safeParse({ name }).success) return;
        const result = await find({ name }, { ...env, PATH });
        if (!result.ok) expect(tool.errors).toHaveProperty(result.error.code);
      }),
      { numRuns: SOAK },
    );
  }, 600_000);
});

/** As a package manager does that dates all files alike: another file of the same size and time. */
function replaceDatedBack({ at, program }: World): undefined {
  const then = new Date(0);
  program('path/two/zork.new', '9.9');
  utimesSync(at('path/two/zork.new'), then, then);
  renameSync(at('path/two/zork.new'), at('path/two/zork'));
}
