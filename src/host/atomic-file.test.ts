import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readJsonIfExists, readTextIfExists, writeFileAtomic, writeJsonAtomic } from './atomic-file.ts';
import { tempFolder } from './testing/temp-folder.ts';
import { tinyDisk } from './testing/tiny-disk.ts';

describe('writeFileAtomic', () => {
  it('writes, replaces, and leaves nothing else in the folder', async () => {
    const folder = tempFolder();
    await writeFileAtomic(join(folder, 'a'), 'one');
    await writeFileAtomic(join(folder, 'a'), Buffer.from('two'));
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('two');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('keeps the mode of the file it replaces, or sets the given one', async () => {
    const path = join(tempFolder(), 'a');
    writeFileSync(path, 'x');
    chmodSync(path, 0o750);
    await writeFileAtomic(path, 'y');
    expect(statSync(path).mode & 0o777).toBe(0o750);
    await writeFileAtomic(path, 'z', { mode: 0o600 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('writes through a symbolic link', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'real'), 'old');
    symlinkSync('real', join(folder, 'link'));
    await writeFileAtomic(join(folder, 'link'), 'new');
    expect(readlinkSync(join(folder, 'link'))).toBe('real');
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('new');
  });

  it('shows the old or the new content, never a part, while it writes and after its process is killed', async () => {
    const path = join(tempFolder(), 'file');
    const expectWhole = (): void => {
      const content = readFileSync(path);
      expect(content.length).toBe(2_000_000);
      expect(content.equals(Buffer.alloc(content.length, content.subarray(0, 1)))).toBe(true);
    };
    for (let round = 0; round < 6; round++) {
      const writer = spawn(process.execPath, [join(import.meta.dirname, 'testing/atomic-writer.ts'), path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void writer.kill('SIGKILL'));
      const closed = once(writer, 'close');
      await once(writer.stdout, 'data');
      for (let look = 0; look < 10; look++) {
        expectWhole();
        await sleep(Math.random() * 5);
      }
      writer.kill('SIGKILL');
      await closed;
      expectWhole();
    }
  });

  it('says DISK_FULL on a full disk, keeps the old file and cleans up', async (context) => {
    const disk = tinyDisk(context);
    const path = join(disk, 'file');
    await writeFileAtomic(path, 'old');
    await expect(writeFileAtomic(path, 'x'.repeat(200_000))).rejects.toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringContaining(path),
      next: expect.stringMatching(/Free some space/),
    });
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(disk)).toEqual(['file']);
  });

  it('says FILE_UNWRITABLE where the folder is missing, is a file, or takes no files', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    for (const path of [join(folder, 'none', 'a'), join(folder, 'file', 'a'), folder, '/proc/assay']) {
      await expect(writeFileAtomic(path, 'x')).rejects.toMatchObject({
        code: 'FILE_UNWRITABLE',
        message: expect.stringContaining(path),
        next: expect.any(String),
      });
    }
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

describe('reading', () => {
  const Settings = z.object({ name: z.string(), limits: z.array(z.object({ usd: z.number() })) });

  it('gives null for a file that is not there', async () => {
    const path = join(tempFolder(), 'none.json');
    expect(await readTextIfExists(path)).toBeNull();
    expect(await readJsonIfExists(path, Settings)).toBeNull();
  });

  it('returns what was written', async () => {
    const path = join(tempFolder(), 'settings.json');
    const settings = { name: 'ä', limits: [{ usd: 1.5 }] };
    await writeJsonAtomic(path, settings);
    expect(await readJsonIfExists(path, Settings)).toEqual(settings);
  });

  it('accepts a byte order mark', async () => {
    const path = join(tempFolder(), 'settings.json');
    writeFileSync(path, '\uFEFF{"name":"a","limits":[]}');
    expect(await readJsonIfExists(path, Settings)).toEqual({ name: 'a', limits: [] });
  });

  it('names the file and every wrong field', async () => {
    const path = join(tempFolder(), 'settings.json');
    writeFileSync(path, '{"name": 3, "limits": [{"usd": 1}, {"usd": "two"}]}');
    await expect(readJsonIfExists(path, Settings)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/settings\.json.*name: .*limits\[1\]\.usd: /),
    });
  });

  it('names the file that is not JSON, or not a file', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'torn.json'), '{"name": "a", ');
    mkdirSync(join(folder, 'folder.json'));
    for (const name of ['torn.json', 'folder.json']) {
      await expect(readJsonIfExists(join(folder, name), Settings)).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining(name),
        next: expect.any(String),
      });
    }
  });
});
