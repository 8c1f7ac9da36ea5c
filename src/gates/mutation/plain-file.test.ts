import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { makeCopyMountPoints, readPlainCopy, replacePlain } from './plain-file.ts';

function folders(): { root: string; outside: string } {
  const folder = tempFolder();
  const [root, outside] = [join(folder, 'root'), join(folder, 'outside')];
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, 'src/a.ts'), 'a');
  writeFileSync(join(outside, 'a.ts'), 'precious');
  return { root, outside };
}

describe('a file of a copy', () => {
  it('is read and replaced, and stays executable', async () => {
    const { root } = folders();
    chmodSync(join(root, 'src/a.ts'), 0o755);
    await replacePlain(root, 'src/a.ts', 'b');
    expect(await readPlainCopy(root, 'src/a.ts')).toBe('b');
    expect(statSync(join(root, 'src/a.ts')).mode & 0o777).toBe(0o755);
  });

  it.each(['../outside/a.ts', '/etc/passwd', 'src//a.ts', './src/a.ts', ''])(
    'is not somewhere else: %s',
    async (path) => {
      const { root, outside } = folders();
      await expect(readPlainCopy(root, path)).rejects.toMatchObject({ code: 'FILE_NOT_REGULAR' });
      await expect(replacePlain(root, path, 'x')).rejects.toMatchObject({ code: 'FILE_NOT_REGULAR' });
      expect(readFileSync(join(outside, 'a.ts'), 'utf8')).toBe('precious');
    },
  );

  it('is never reached through a link that the code under test left', async () => {
    const { root, outside } = folders();
    symlinkSync(outside, join(root, 'lib'));
    await expect(replacePlain(root, 'lib/a.ts', 'x')).rejects.toMatchObject({ code: 'FILE_NOT_REGULAR' });
    symlinkSync(join(outside, 'a.ts'), join(root, 'src/b.ts'));
    await expect(readPlainCopy(root, 'src/b.ts')).rejects.toMatchObject({ code: 'FILE_NOT_REGULAR' });
    await replacePlain(root, 'src/b.ts', 'x');
    expect(readFileSync(join(outside, 'a.ts'), 'utf8')).toBe('precious');
    expect(await readPlainCopy(root, 'src/b.ts')).toBe('x');
  });

  it('takes the place of a pipe or a folder without waiting for anyone', async () => {
    const { root } = folders();
    execFileSync('mkfifo', [join(root, 'src/pipe.ts')]);
    mkdirSync(join(root, 'src/folder.ts/deep'), { recursive: true });
    for (const path of ['src/pipe.ts', 'src/folder.ts']) {
      await replacePlain(root, path, 'x');
      expect(await readPlainCopy(root, path)).toBe('x');
    }
  });
});

describe('mount points', () => {
  it('are made inside the copy only, and not through a link', async () => {
    const { root, outside } = folders();
    await makeCopyMountPoints(root, [
      { from: '/usr', at: join(root, 'web/node_modules') },
      { from: '/usr', at: '/nowhere-at-all' },
    ]);
    expect(existsSync(join(root, 'web/node_modules'))).toBe(true);
    expect(existsSync('/nowhere-at-all')).toBe(false);
    symlinkSync(outside, join(root, 'node_modules'));
    const planted = makeCopyMountPoints(root, [{ from: '/usr', at: join(root, 'node_modules/x') }]);
    await expect(planted).rejects.toMatchObject({ code: 'FILE_NOT_REGULAR' });
    expect(existsSync(join(outside, 'x'))).toBe(false);
  });
});
